// SPDX-License-Identifier: MIT
/*
 * The helper that counts is a large function, which is looked at where it is for whoever calls it.
 * One caller has a queue of its own, without a lock; that is not why the others are left out. All
 * functions of the device hold the lock.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct link {
	struct link *next;
};

struct queue {
	int length;
	int seen[40];
	struct link *first;
};

struct bus {
	int number;
	pthread_mutex_t lock;
	struct link devices;
	struct queue idle;
};

struct other {
	struct queue queue;
	int number;
};

struct device {
	int id;
	struct link link;
	pthread_mutex_t lock;
	struct queue *requests;
};

#define DEVICE(l) ((struct device *)((char *)(l) - offsetof(struct device, link)))

static struct device *find(struct bus *b, int id)
{
	pthread_mutex_lock(&b->lock);
	struct link *l = b->devices.next;
	while (l && DEVICE(l)->id != id)
		l = l->next;
	pthread_mutex_unlock(&b->lock);
	return l ? DEVICE(l) : NULL;
}

#define PROBE(n) \
	static void probe##n(struct bus *b) \
	{ \
		struct device *d = calloc(1, sizeof(*d)); \
		if (!d) \
			return; \
		d->id = n; \
		pthread_mutex_init(&d->lock, NULL); \
		d->requests = calloc(1, sizeof(*d->requests)); \
		if (!d->requests) \
			return; \
		pthread_mutex_lock(&b->lock); \
		d->link.next = b->devices.next; \
		b->devices.next = &d->link; \
		pthread_mutex_unlock(&b->lock); \
	}
PROBE(1) PROBE(2) PROBE(3) PROBE(4) PROBE(5) PROBE(6) PROBE(7) PROBE(8) PROBE(9) PROBE(10)

static void probe_all(struct bus *b)
{
	probe1(b);
	probe2(b);
	probe3(b);
	probe4(b);
	probe5(b);
	probe6(b);
	probe7(b);
	probe8(b);
	probe9(b);
	probe10(b);
}

#define TEN(n) \
	q->seen[n] = n; q->seen[n + 1] = n; q->seen[n + 2] = n; q->seen[n + 3] = n; \
	q->seen[n + 4] = n; q->seen[n + 5] = n; q->seen[n + 6] = n; q->seen[n + 7] = n; \
	q->seen[n + 8] = n; q->seen[n + 9] += q->seen[n]

static void grow(struct queue *q)
{
	q->length++; // NORACE
	TEN(0);
	TEN(10);
	TEN(20);
	TEN(30);
	q->seen[0] += q->seen[1] + q->seen[2] + q->seen[3] + q->seen[4] + q->seen[5] +
		      q->seen[6] + q->seen[7] + q->seen[8] + q->seen[10] + q->seen[11] +
		      q->seen[12] + q->seen[13] + q->seen[14] + q->seen[15] + q->seen[16];
}

static void shrink(struct queue *q)
{
	q->length--; // NORACE
}

static void empty(struct queue *q)
{
	q->length = 0; // NORACE
}

static void more(struct queue *q)
{
	grow(q);
}

static void less(struct queue *q)
{
	shrink(q);
}

static void none(struct queue *q)
{
	empty(q);
}

static void count_other(struct other *o)
{
	more(&o->queue);
	less(&o->queue);
}

static void count_idle(struct bus *b)
{
	pthread_mutex_lock(&b->lock);
	more(&b->idle);
	less(&b->idle);
	pthread_mutex_unlock(&b->lock);
}

static void submit(struct device *d)
{
	pthread_mutex_lock(&d->lock);
	more(d->requests);
	pthread_mutex_unlock(&d->lock);
}

static void finish(struct device *d)
{
	pthread_mutex_lock(&d->lock);
	less(d->requests);
	pthread_mutex_unlock(&d->lock);
}

static void cancel(struct device *d)
{
	pthread_mutex_lock(&d->lock);
	none(d->requests);
	pthread_mutex_unlock(&d->lock);
}

static void use(struct device *d)
{
	struct other mine = {0};
	count_other(&mine);
	submit(d);
	cancel(d);
	finish(d);
}

static void *work(void *arg)
{
	struct bus *b = arg;
	for (int i = 0; i < 10; i++) {
		struct device *d = find(b, i);
		if (d)
			use(d);
		count_idle(b);
	}
	return NULL;
}

int main(void)
{
	pthread_t id[2];
	struct bus *b = calloc(1, sizeof(*b));
	if (!b)
		return 1;
	pthread_mutex_init(&b->lock, NULL);
	probe_all(b);
	pthread_create(&id[0], NULL, work, b);
	pthread_create(&id[1], NULL, work, b);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
