// SPDX-License-Identifier: MIT
/* One variable for two threads after each other; the twin overwrites a running one. */
#include <pthread.h>

static int work;

static void *worker(void *arg)
{
	work++; // RACE
	return arg;
}

int main(void)
{
	pthread_t id;
	pthread_t kept;

	pthread_create(&id, NULL, worker, NULL);
	kept = id;
	pthread_create(&id, NULL, worker, NULL);
	pthread_join(id, NULL);
	pthread_join(kept, NULL);
	return work; // NORACE
}
