/* SPDX-License-Identifier: MIT */
/* As 28_last_one_safe.c, in other words: counted up, asked the other way round, told through three
 * functions, the count in a struct that is passed along. */
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4 };
struct job {
	pthread_mutex_t m;
	int done;
	atomic_int left;
	long total, sum;
};
static struct job job = {PTHREAD_MUTEX_INITIALIZER, 0, THREADS, 0, 0};
static int first[THREADS], second[THREADS];

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
		j->total += first[k]; // NORACE
}

static void *work(void *arg)
{
	long i = (long)arg;

	first[i] = 1; // NORACE
	second[i] = 1; // NORACE
	if (comes_early(&job)) {
		if (atomic_fetch_sub(&job.left, 1) != 1)
			return NULL;
	} else {
		rest(&job);
		if (atomic_fetch_sub(&job.left, 1) != 1)
			return NULL;
	}
	for (int k = 0; k < THREADS; k++)
		job.sum += second[k]; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t ids[THREADS];

	for (long i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	return job.total + job.sum > 0;
}
