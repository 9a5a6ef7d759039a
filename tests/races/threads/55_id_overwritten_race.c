// SPDX-License-Identifier: MIT
/* Another id is put over that of the thread before the join, which waits for the other one. */
#include <pthread.h>
#include <unistd.h>

static pthread_t one, two;
static int n;

static void *bump(void *arg)
{
	n++; // RACE
	return arg;
}

static void *rest(void *arg)
{
	sleep(1);
	return arg;
}

int main(void)
{
	pthread_create(&one, NULL, rest, NULL);
	pthread_create(&two, NULL, bump, NULL);
	two = one;
	pthread_join(two, NULL);
	n++; // RACE
	return 0;
}
