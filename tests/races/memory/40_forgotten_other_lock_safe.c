// SPDX-License-Identifier: MIT
/*
 * All devices have one table, which the lock of the bus guards, and a lock each, which is held as
 * well where the table is changed.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct link {
	struct link *next;
};

struct bus {
	int number;
	pthread_mutex_t lock;
	struct link devices;
	struct table *table;
};

struct table {
	int users;
	int most;
};

struct device {
	int id;
	struct link link;
	pthread_mutex_t lock;
	struct table *table;
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
		d->table = b->table ? b->table : calloc(1, sizeof(*d->table)); \
		if (!d->table) \
			return; \
		b->table = d->table; \
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

static void enter(struct bus *b, struct device *d)
{
	pthread_mutex_lock(&d->lock);
	pthread_mutex_lock(&b->lock);
	d->table->users++; // NORACE
	pthread_mutex_unlock(&b->lock);
	pthread_mutex_unlock(&d->lock);
}

static void leave(struct bus *b, struct device *d)
{
	pthread_mutex_lock(&d->lock);
	pthread_mutex_lock(&b->lock);
	d->table->users--; // NORACE
	pthread_mutex_unlock(&b->lock);
	pthread_mutex_unlock(&d->lock);
}

static void reset(struct bus *b, struct device *d)
{
	pthread_mutex_lock(&d->lock);
	pthread_mutex_lock(&b->lock);
	d->table->users = 0; // NORACE
	pthread_mutex_unlock(&b->lock);
	pthread_mutex_unlock(&d->lock);
}

static struct table spare;

static void enter_spare(struct bus *b)
{
	pthread_mutex_lock(&b->lock);
	spare.users++; // NORACE
	pthread_mutex_unlock(&b->lock);
}

static void leave_spare(struct bus *b)
{
	pthread_mutex_lock(&b->lock);
	spare.users--; // NORACE
	pthread_mutex_unlock(&b->lock);
}

static void use(struct bus *b, struct device *d)
{
	enter(b, d);
	reset(b, d);
	leave(b, d);
	enter_spare(b);
	leave_spare(b);
}

static void *work(void *arg)
{
	struct bus *b = arg;
	for (int i = 0; i < 10; i++) {
		struct device *d = find(b, i);
		if (d)
			use(b, d);
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
