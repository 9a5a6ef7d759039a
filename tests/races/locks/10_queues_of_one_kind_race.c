// SPDX-License-Identifier: MIT
/* Two queues of one kind with a lock each, and a function that takes the lock of the one
 * and uses the other. */
#include <pthread.h>
#include <stdlib.h>

struct queue {
	pthread_mutex_t lock;
	int used;
	int *counts;
};

struct pair {
	struct queue in, out;
};

static struct pair *pair;

static void make_queue(struct queue *q)
{
	pthread_mutex_init(&q->lock, NULL);
	q->counts = calloc(16, sizeof(int));
	if (!q->counts)
		exit(1);
}

static void count(struct queue *q, int value)
{
	pthread_mutex_lock(&q->lock);
	q->counts[value & 15]++; // RACE
	pthread_mutex_unlock(&q->lock);
}

static void count_in(struct pair *p, int value)
{
	pthread_mutex_lock(&p->out.lock);
	p->in.counts[value & 15]++; // RACE
	pthread_mutex_unlock(&p->out.lock);
}

static void *work(void *arg)
{
	for (int i = 0; i < 100; i++)
		count_in(pair, i);
	return arg;
}

int main(void)
{
	pthread_t id;

	pair = calloc(1, sizeof(*pair));
	if (!pair)
		return 1;
	make_queue(&pair->in);
	make_queue(&pair->out);
	pthread_create(&id, NULL, work, NULL);
	for (int i = 0; i < 100; i++)
		count(&pair->in, i);
	pthread_join(id, NULL);
	return 0;
}
