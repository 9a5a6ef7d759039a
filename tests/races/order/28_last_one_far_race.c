/* SPDX-License-Identifier: MIT */
/* As 28_last_one_far_safe.c, but who is early does the rest. */
#include <pthread.h>

enum { THREADS = 4 };
struct job {
	pthread_mutex_t m;
	int done;
	long total;
};
static struct job job = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
static int first[THREADS];

static int count(struct job *j)
{
	pthread_mutex_lock(&j->m);
	int n = ++j->done;
	pthread_mutex_unlock(&j->m);
	return n;
}

static int is_early(struct job *j)
{
	return count(j) != THREADS;
}

static int comes_early(struct job *j)
{
	return is_early(j);
}

static void rest(struct job *j)
{
	for (int k = 0; k < THREADS; k++)
		j->total += first[k]; // RACE
}

static void *work(void *arg)
{
	long i = (long)arg;

	first[i] = 1; // RACE
	if (comes_early(&job))
		rest(&job);
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
