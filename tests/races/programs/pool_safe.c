// SPDX-License-Identifier: MIT
/* A thread pool: jobs change hands through a locked queue, so what they point to
 * belongs to one thread at a time. The twin counts finished jobs without the lock. */
#include <pthread.h>
#include <stdlib.h>

#define WORKERS 3
#define JOBS 8

struct job {
	struct job *next;
	int input, output;
};

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t wakeup;
	struct job *todo, *done;
	int closing;
	int finished;
	pthread_t threads[WORKERS];
};

static struct job *take(struct pool *p)
{
	struct job *j;

	pthread_mutex_lock(&p->lock);
	while (!p->todo && !p->closing) // NORACE
		pthread_cond_wait(&p->wakeup, &p->lock);
	j = p->todo; // NORACE
	if (j)
		p->todo = j->next; // NORACE
	pthread_mutex_unlock(&p->lock);
	return j;
}

static void *worker(void *arg)
{
	struct pool *p = arg;
	struct job *j;

	while ((j = take(p))) {
		j->output = j->input * 2; // NORACE
		pthread_mutex_lock(&p->lock);
		j->next = p->done; // NORACE
		p->done = j; // NORACE
		p->finished++; // NORACE
		pthread_mutex_unlock(&p->lock);
	}
	return NULL;
}

static void submit(struct pool *p, int input)
{
	struct job *j = calloc(1, sizeof(*j));

	j->input = input; // NORACE
	pthread_mutex_lock(&p->lock);
	j->next = p->todo; // NORACE
	p->todo = j; // NORACE
	pthread_cond_signal(&p->wakeup);
	pthread_mutex_unlock(&p->lock);
}

int main(void)
{
	struct pool *p = calloc(1, sizeof(*p));
	struct job *j;
	int i, sum = 0;

	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->wakeup, NULL);
	for (i = 0; i < WORKERS; i++)
		pthread_create(&p->threads[i], NULL, worker, p);
	for (i = 0; i < JOBS; i++)
		submit(p, i);
	pthread_mutex_lock(&p->lock);
	p->closing = 1; // NORACE
	pthread_cond_broadcast(&p->wakeup);
	pthread_mutex_unlock(&p->lock);
	for (i = 0; i < WORKERS; i++)
		pthread_join(p->threads[i], NULL);
	for (j = p->done; j; j = j->next) // NORACE
		sum += j->output; // NORACE
	return sum + p->finished == 0; // NORACE
}
