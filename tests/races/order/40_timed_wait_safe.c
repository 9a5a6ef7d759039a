// SPDX-License-Identifier: MIT
/* sem_timedwait returns 0 or -1; that anything but -1 is a success is not known. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <time.h>

static sem_t done;
static int value;

static void *run(void *arg)
{
	value = 4; // FP waited for
	sem_post(&done);
	return arg;
}

static bool wait_done(int seconds)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += seconds;
	while (sem_timedwait(&done, &until) == -1) {
		if (errno != EINTR)
			return false;
	}
	return true;
}

int main(void)
{
	pthread_t id;

	sem_init(&done, 0, 0);
	pthread_create(&id, NULL, run, NULL);
	pthread_detach(id);
	if (!wait_done(1))
		return 1;
	value++; // FP waited for
	return value; // FP waited for
}
