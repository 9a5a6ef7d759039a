// SPDX-License-Identifier: MIT
/* A member far inside of a struct that is copied as a whole, twice. */
#include <pthread.h>
#include <string.h>
struct cfg { char pad[2000]; int *counter; int enabled; char tail[3000]; };
static int n;
static struct cfg master;
static void *thr(void *arg)
{
	struct cfg mine = *(struct cfg *)arg;
	if (mine.enabled)
		++*mine.counter; // RACE
	return 0;
}
int main(void)
{
	pthread_t a, b;
	struct cfg local;
	memset(&local, 0, sizeof local);
	local.counter = &n;
	local.enabled = 1;
	memcpy(&master, &local, sizeof master);
	pthread_create(&a, 0, thr, &master);
	pthread_create(&b, 0, thr, &master);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return n; // NORACE
}
