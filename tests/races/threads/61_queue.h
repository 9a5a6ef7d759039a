// SPDX-License-Identifier: MIT
/* A queue with threads of its own, whose functions return errors as negative numbers. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct queue {
	pthread_mutex_t lock;
	pthread_cond_t wakeup;
	unsigned count;
	pthread_t *threads;
	int stop;
	void (*work)(void);
};

static void *run(void *arg)
{
	struct queue *q = arg;

	q->work();
	pthread_mutex_lock(&q->lock);
	while (!q->stop)
		pthread_cond_wait(&q->wakeup, &q->lock);
	pthread_mutex_unlock(&q->lock);
	return NULL;
}

static int queue_init(struct queue *q, unsigned n, void (*work)(void))
{
	int err;

	memset(q, 0, sizeof(*q));
	err = -pthread_cond_init(&q->wakeup, NULL);
	if (err)
		return err;
	err = -pthread_mutex_init(&q->lock, NULL);
	if (err)
		return err;
	q->work = work;
	q->count = n;
	q->threads = malloc(n * sizeof(pthread_t));
	if (!q->threads)
		return -errno;
	for (unsigned i = 0; i < n; i++) {
		err = -pthread_create(&q->threads[i], NULL, run, q);
		if (err)
			break;
	}
	return err;
}

static int queue_end(struct queue *q)
{
	int err;

	pthread_mutex_lock(&q->lock);
	q->stop = 1;
	pthread_mutex_unlock(&q->lock);
	err = -pthread_cond_broadcast(&q->wakeup);
	if (err)
		return err;
	for (unsigned i = 0; i < q->count; i++) {
		err = -pthread_join(q->threads[i], NULL);
		if (err)
			return err;
	}
	return 0;
}

static void die(const char *why)
{
	puts(why);
	exit(1);
}

static void create(struct queue *q, unsigned n, void (*work)(void))
{
	int err = -queue_init(q, n, work);

	if (err)
		die("no threads");
}
