// SPDX-License-Identifier: MIT
/* Who counts last does the rest, alone: told by a function, by an atomic, by a flag. It is
 * not proved, but no race is shown. */
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4 };

struct job {
	pthread_mutex_t m;
	int left;
	long total;
};

static struct job job = {PTHREAD_MUTEX_INITIALIZER, THREADS, 0};
static atomic_int also_left = THREADS;
static int first[THREADS], second[THREADS];
static long sum;

static void add_up(struct job *j)
{
	for (int k = 0; k < THREADS; k++)
		j->total += first[k]; // NORACE
}

static int is_last(struct job *j)
{
	int n;

	pthread_mutex_lock(&j->m);
	n = --j->left;
	pthread_mutex_unlock(&j->m);
	return n == 0;
}

static void *work(void *arg)
{
	long i = (long)arg;

	first[i] = 1; // NORACE
	if (is_last(&job))
		add_up(&job);
	second[i] = 1; // NORACE
	if (atomic_fetch_sub(&also_left, 1) == 1)
		for (int k = 0; k < THREADS; k++)
			sum += second[k]; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t ids[THREADS];

	for (long i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	return job.total + sum > 0;
}
