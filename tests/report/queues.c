/* SPDX-License-Identifier: MIT */
/* Report: messages go from queue to queue. What each thread has found through a queue of its own
 * is hardly the same object; what both find in one variable is. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	void *data;
};

struct queue {
	struct node *first, *last;
	pthread_mutex_t lock;
};

struct message {
	int number, sum;
};

static struct queue *todo, *done, *old;
static struct message *latest;

static struct queue *make(void)
{
	struct queue *q = calloc(1, sizeof(*q));

	if (!q)
		exit(1);
	pthread_mutex_init(&q->lock, NULL);
	return q;
}

static void push(struct queue *q, void *data)
{
	struct node *n = malloc(sizeof(*n));

	n->data = data;
	n->next = NULL;
	pthread_mutex_lock(&q->lock);
	if (q->last)
		q->last->next = n;
	else
		q->first = n;
	q->last = n;
	pthread_mutex_unlock(&q->lock);
}

static void *pop(struct queue *q)
{
	struct node *n;
	void *data;

	pthread_mutex_lock(&q->lock);
	n = q->first;
	if (!n)
		exit(1);
	q->first = n->next;
	if (!q->first)
		q->last = NULL;
	data = n->data;
	pthread_mutex_unlock(&q->lock);
	return data;
}

static void *work(void *arg)
{
	struct message *m = pop(todo);

	m->sum += m->number;
	latest->number++;
	push(done, m);
	return arg;
}

static void *collect(void *arg)
{
	struct message *m = pop(done);

	m->sum++;
	latest->number++;
	push(old, m);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	todo = make();
	done = make();
	old = make();
	for (int i = 0; i < 10; i++) {
		struct message *m = calloc(1, sizeof(*m));

		if (!m)
			return 1;
		m->number = i;
		latest = m;
		push(todo, m);
	}
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, collect, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
