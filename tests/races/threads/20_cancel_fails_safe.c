// SPDX-License-Identifier: MIT
/* A thread that cannot be cancelled has ended already. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int rounds;

static void *work(void *arg)
{
	for (;;) {
		rounds++; // NORACE
		sleep(1);
	}
	return arg;
}

static void stop(pthread_t id)
{
	int error = pthread_cancel(id);

	if (error) {
		fprintf(stderr, "not cancelled: %d\n", error);
		return;
	}
	pthread_join(id, NULL);
}

int main(void)
{
	pthread_t id;

	if (pthread_create(&id, NULL, work, NULL))
		return 1;
	sleep(3);
	stop(id);
	return rounds; // NORACE
}
