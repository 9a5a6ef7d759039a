// SPDX-License-Identifier: MIT
// What is changed is another bit than the one that was found clear.
#include <pthread.h>
#include <stdatomic.h>
enum { OPEN = 1, SEEN = 2 };
static atomic_uint flags;
static long data;
static void *worker(void *arg)
{
	(void)arg;
	if (!(atomic_fetch_or(&flags, SEEN) & OPEN))
		data++; // RACE
	return NULL;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
