// SPDX-License-Identifier: MIT
/* Arrays that are queues: who steps over an element under the lock has it to himself, as
 * another one was stored there before anybody comes back to it. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#define SIZE 64

struct job {
	int kind;
	long done;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;

/* The end of the queue is looked at; the index is a remainder. */
static struct job *ring[SIZE];
static unsigned first, last;

static struct job *take_ring(void)
{
	struct job *j = NULL;

	pthread_mutex_lock(&lock);
	if (first != last)
		j = ring[first++ % SIZE];
	pthread_mutex_unlock(&lock);
	return j;
}

/* A count; the index begins again. */
static struct job *counted[SIZE];
static int out, in, count;

static struct job *take_counted(void)
{
	struct job *j = NULL;

	pthread_mutex_lock(&lock);
	if (count > 0) {
		j = counted[out];
		if (++out == SIZE)
			out = 0;
		count--;
	}
	pthread_mutex_unlock(&lock);
	return j;
}

/* The same behind pointers and helpers, given back where an argument points to. */
struct queue {
	pthread_mutex_t lock;
	struct job **slots;
	int mask, head, tail;
};

static int is_empty(const struct queue *q)
{
	return q->head == q->tail;
}

static int next(const struct queue *q, int i)
{
	return (i + 1) & q->mask;
}

static struct job *pop(struct queue *q)
{
	struct job *j = q->slots[q->head];

	q->head = (q->head + 1) & q->mask;
	return j;
}

static void get(struct queue *q, struct job **to)
{
	pthread_mutex_lock(&q->lock);
	while (is_empty(q))
		pthread_cond_wait(&more, &q->lock);
	*to = pop(q);
	pthread_mutex_unlock(&q->lock);
}

/* A semaphore counts them. */
static struct job *posted[SIZE];
static int taken, stored;
static sem_t full;

static struct job *take_posted(void)
{
	struct job *j;

	sem_wait(&full);
	pthread_mutex_lock(&lock);
	j = posted[taken];
	taken = taken == SIZE - 1 ? 0 : taken + 1;
	pthread_mutex_unlock(&lock);
	return j;
}

static void put_ring(int i)
{
	struct job *j = calloc(1, sizeof(*j));

	if (!j)
		abort();
	j->kind = i; // NORACE
	pthread_mutex_lock(&lock);
	ring[last % SIZE] = j;
	last++;
	pthread_mutex_unlock(&lock);
}

static void put_counted(int i)
{
	struct job *j = calloc(1, sizeof(*j));

	if (!j)
		abort();
	j->kind = i; // NORACE
	pthread_mutex_lock(&lock);
	counted[in] = j;
	in = (in + 1) % SIZE;
	count++;
	pthread_mutex_unlock(&lock);
}

static void put_posted(int i)
{
	struct job *j = calloc(1, sizeof(*j));

	if (!j)
		abort();
	j->kind = i; // NORACE
	pthread_mutex_lock(&lock);
	posted[stored] = j;
	stored = (stored + 1) % SIZE;
	pthread_mutex_unlock(&lock);
	sem_post(&full);
}

static void put(struct queue *q, int i)
{
	struct job *j = calloc(1, sizeof(*j));

	if (!j)
		abort();
	j->kind = i; // NORACE
	pthread_mutex_lock(&q->lock);
	q->slots[q->tail] = j;
	q->tail = next(q, q->tail);
	pthread_cond_signal(&more);
	pthread_mutex_unlock(&q->lock);
}

static void *work(void *arg)
{
	for (;;) {
		struct job *a = take_ring(), *b = take_counted(), *c = take_posted(), *d;

		if (a)
			a->done++; // NORACE
		if (b)
			b->done++; // NORACE
		c->done++; // NORACE
		get(arg, &d);
		d->done++; // NORACE
	}
	return NULL;
}

int main(void)
{
	pthread_t t;
	struct queue *q = calloc(1, sizeof(*q));

	if (!q || !(q->slots = calloc(SIZE, sizeof(*q->slots))))
		return 1;
	q->mask = SIZE - 1;
	q->head = q->tail = 0;
	pthread_mutex_init(&q->lock, NULL);
	sem_init(&full, 0, 0);
	for (int i = 0; i < 3; i++)
		pthread_create(&t, NULL, work, q);
	for (int i = 0; i < 1000; i++) {
		put_ring(i);
		put_counted(i);
		put_posted(i);
		put(q, i);
	}
	pthread_exit(NULL);
}
