// SPDX-License-Identifier: MIT
/* Two queues of one kind, with a lock each. Their nodes and tables are allocated in the
 * same places; a node is in one queue only. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

struct queue {
	pthread_mutex_t lock;
	struct node *first, *last;
	int *counts;
};

static struct queue *in, *out;

static struct queue *make_queue(void)
{
	struct queue *q = calloc(1, sizeof(*q));

	if (!q)
		exit(1);
	pthread_mutex_init(&q->lock, NULL);
	q->counts = calloc(16, sizeof(int));
	return q;
}

static void push(struct queue *q, int value)
{
	pthread_mutex_lock(&q->lock);
	struct node *n = malloc(sizeof(*n));
	if (n) {
		n->value = value;
		n->next = NULL;
		if (q->last)
			q->last->next = n; // NORACE
		else
			q->first = n; // NORACE
		q->last = n;
		q->counts[value & 15]++; // NORACE
	}
	pthread_mutex_unlock(&q->lock);
}

static int pop(struct queue *q)
{
	int value = 0;

	pthread_mutex_lock(&q->lock);
	struct node *n = q->first;
	if (n) {
		q->first = n->next; // NORACE
		if (!q->first)
			q->last = NULL;
		value = n->value; // NORACE
		free(n);          // NORACE
	}
	pthread_mutex_unlock(&q->lock);
	return value;
}

static void *work(void *arg)
{
	for (int i = 0; i < 100; i++)
		push(out, pop(in) + 1);
	return arg;
}

int main(void)
{
	pthread_t id[2];

	in = make_queue();
	out = make_queue();
	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, NULL);
	for (int i = 0; i < 100; i++)
		push(in, i);
	while (pop(out) < 50)
		;
	return 0;
}
