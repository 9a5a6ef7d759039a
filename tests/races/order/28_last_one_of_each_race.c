// SPDX-License-Identifier: MIT
/* Each pair of threads has a job and a last one, but the sum is of all. */
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 4 };

struct job {
	pthread_mutex_t m;
	int left;
};


static long total;

static struct job *jobs[THREADS / 2];

static void *work(void *arg)
{
	long i = (long)arg;
	struct job *j = jobs[i / 2];
	int last = 0;

	pthread_mutex_lock(&j->m);
	j->left--;
	if (j->left == 0)
		last = 1;
	pthread_mutex_unlock(&j->m);
	if (last)
		total++; // RACE
	return NULL;
}

int main(void)
{
	pthread_t ids[THREADS];

	for (int i = 0; i < THREADS / 2; i++) {
		jobs[i] = malloc(sizeof(*jobs[i]));
		pthread_mutex_init(&jobs[i]->m, NULL);
		jobs[i]->left = 2;
	}
	for (long i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	return total > 0;
}
