// SPDX-License-Identifier: MIT
/* As the safe one, but the second thread looks before it waits. */
#include <pthread.h>
#include <stdlib.h>

struct queue {
	pthread_mutex_t m;
	pthread_cond_t c;
	int n, stop;
	int at[100];
};

static struct queue in = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, {0}};
static struct queue *out;
static int scale, offset, total;

static void put(struct queue *q, int v)
{
	pthread_mutex_lock(&q->m);
	q->at[q->n++] = v;
	pthread_cond_signal(&q->c);
	pthread_mutex_unlock(&q->m);
}

static void close_queue(struct queue *q)
{
	pthread_mutex_lock(&q->m);
	q->stop = 1;
	pthread_cond_broadcast(&q->c);
	pthread_mutex_unlock(&q->m);
}

/* Waits for an item, or for the end. */
static int get(struct queue *q)
{
	int v = -1;

	pthread_mutex_lock(&q->m);
	while (!q->n && !q->stop)
		pthread_cond_wait(&q->c, &q->m);
	if (q->n)
		v = q->at[--q->n];
	pthread_mutex_unlock(&q->m);
	return v;
}

static int scaled(int v)
{
	return v * scale; // NORACE
}

/* The wait is in the middle of the loop. */
static void *first(void *arg)
{
	pthread_mutex_lock(&in.m);
	for (;;) {
		if (in.n > 0) {
			int v = in.at[--in.n];

			pthread_mutex_unlock(&in.m);
			put(out, scaled(v));
			pthread_mutex_lock(&in.m);
			continue;
		}
		if (in.stop)
			break;
		pthread_cond_wait(&in.c, &in.m);
	}
	pthread_mutex_unlock(&in.m);
	close_queue(out);
	return arg;
}

/* Gets what the first one has got before. */
static void *second(void *arg)
{
	int v;

	total = offset; // RACE
	while ((v = get(out)) >= 0)
		total += v;
	return arg;
}

static void feed(int n)
{
	for (int i = 0; i < n; i++)
		put(&in, i);
}

static void feed_all(int n)
{
	feed(n);
	feed(n);
}

static void run(int n)
{
	feed_all(n);
	close_queue(&in);
}

static void start(pthread_t *ids)
{
	out = calloc(1, sizeof(*out));
	pthread_mutex_init(&out->m, NULL);
	pthread_cond_init(&out->c, NULL);
	pthread_create(&ids[0], NULL, first, NULL);
	pthread_create(&ids[1], NULL, second, NULL);
}

int main(int argc, char **argv)
{
	pthread_t ids[2];

	(void)argv;
	start(ids);
	scale = argc; // NORACE
	offset = argc + 1; // RACE
	run(argc + 10);
	pthread_join(ids[0], NULL);
	pthread_join(ids[1], NULL);
	return total == -1;
}
