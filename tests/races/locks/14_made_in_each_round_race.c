// SPDX-License-Identifier: MIT
/* One struct for all jobs, and each round makes a new lock. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	pthread_mutex_t *lock;
	int n;
};

static struct job box;
static int total;

static void *worker(void *arg)
{
	struct job *j = arg;

	pthread_mutex_lock(j->lock); // RACE
	total++;		     // RACE
	pthread_mutex_unlock(j->lock); // RACE
	return NULL;
}

static void prepare(struct job *j)
{
	j->lock = malloc(sizeof(*j->lock)); // RACE
	pthread_mutex_init(j->lock, NULL);
}

int main(void)
{
	pthread_t id;

	for (int i = 0; i < 2; i++) {
		prepare(&box);
		pthread_create(&id, NULL, worker, &box);
	}
	pthread_exit(NULL);
}
