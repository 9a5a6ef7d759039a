// SPDX-License-Identifier: MIT
/* As 28_last_one_flag_safe.c, but others may count before it looks, and both find that they
 * are the last ones. */
#include <pthread.h>

enum { THREADS = 4 };

struct job {
	pthread_mutex_t m;
	int left;
	long total;
};

static struct job job = {PTHREAD_MUTEX_INITIALIZER, THREADS, 0};

static void add_up(struct job *j)
{
	j->total++; // RACE
}

static void *work(void *arg)
{
	long i = (long)arg;
	int last = 0;

	(void)i;
	pthread_mutex_lock(&job.m);
	job.left--;
	pthread_mutex_unlock(&job.m);
	pthread_mutex_lock(&job.m);
	if (job.left == 0)
		last = 1;
	pthread_mutex_unlock(&job.m);
	if (last)
		add_up(&job);
	return NULL;
}

int main(void)
{
	pthread_t ids[THREADS];

	for (long i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	return job.total > 0;
}
