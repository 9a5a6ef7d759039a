// SPDX-License-Identifier: MIT
/* Each job has a lock that was made for it; what they count is one. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	pthread_mutex_t *lock;
	int n;
};

static struct job first, second;
static int total;

static void *worker(void *arg)
{
	struct job *j = arg;

	pthread_mutex_lock(j->lock);
	total += j->n; // RACE
	pthread_mutex_unlock(j->lock);
	return NULL;
}

static void launch(struct job *j)
{
	pthread_t id;

	j->lock = malloc(sizeof(*j->lock));
	pthread_mutex_init(j->lock, NULL);
	pthread_create(&id, NULL, worker, j);
	pthread_detach(id);
}

int main(void)
{
	launch(&first);
	launch(&second);
	pthread_exit(NULL);
}
