// SPDX-License-Identifier: MIT
/* Queues of one kind with a lock each, one of which is asked whether it is empty before it is
 * used: the same lock is taken in two functions, one after the other. */
#include <pthread.h>
#include <stdlib.h>

struct queue {
	int size, from, to;
	pthread_mutex_t lock;
	void **data;
};

static struct queue *in, *out, *later;
static pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER;

static struct queue *make_queue(int size)
{
	struct queue *q = malloc(sizeof(*q));

	if (!q)
		exit(1);
	q->data = calloc(size, sizeof(void *));
	if (!q->data)
		exit(1);
	q->size = size;
	q->from = q->to = 0;
	pthread_mutex_init(&q->lock, NULL);
	return q;
}

static void put(struct queue *q, void *what)
{
	pthread_mutex_lock(&q->lock);
	q->data[q->to] = what;	       // NORACE
	q->to = (q->to + 1) % q->size; // NORACE
	pthread_mutex_unlock(&q->lock);
}

static void *get(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	void *what = q->data[q->from];	   // NORACE
	q->from = (q->from + 1) % q->size; // NORACE
	pthread_mutex_unlock(&q->lock);
	return what;
}

static int has_more(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
	int more = q->from != q->to && q->data[q->from]; // NORACE
	pthread_mutex_unlock(&q->lock);
	return more;
}

static void empty_later(void)
{
	pthread_mutex_lock(&all);
	while (has_more(later))
		put(in, get(later));
	pthread_mutex_unlock(&all);
}

static void *work(void *arg)
{
	for (int i = 0; i < 100; i++)
		put(out, get(in));
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id;

	in = make_queue(10);
	out = make_queue(argc > 1 ? 20 : 10);
	later = make_queue(30);
	pthread_create(&id, NULL, work, NULL);
	for (int i = 0; i < 100; i++) {
		put(later, argv[0]);
		put(in, get(out));
		empty_later();
	}
	return 0;
}
