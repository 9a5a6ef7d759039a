// SPDX-License-Identifier: MIT
/* A thread that was cancelled ends some time later. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int rounds;

static void *work(void *arg)
{
	for (;;) {
		rounds++; // RACE
		sleep(1);
	}
	return arg;
}

int main(void)
{
	pthread_t id;

	if (pthread_create(&id, NULL, work, NULL))
		return 1;
	sleep(3);
	if (pthread_cancel(id) == 0)
		puts("cancelled");
	else
		pthread_join(id, NULL);
	return rounds; // RACE
}
