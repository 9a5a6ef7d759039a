// SPDX-License-Identifier: MIT
/*
 * One way through the function counts without the lock, the other way with it. That the second
 * way counts changes under the lock publishes nothing: that is a number, though the word once
 * held the links of a pool, and so may hold any device by what pointers may mean.
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
};

struct device {
	long serial;
	long users;
	struct link link;
	int id;
	pthread_mutex_t lock;
};

static void *pool;

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

static struct device *from_pool(struct device *fresh)
{
	*(void **)fresh = pool;
	pool = fresh;
	struct device *d = pool;
	pool = *(void **)d;
	return d;
}

#define PROBE(n) \
	static void probe##n(struct bus *b) \
	{ \
		struct device *d = calloc(1, sizeof(*d)); \
		if (!d) \
			return; \
		d = from_pool(d); \
		d->id = n; \
		d->users = 0; \
		pthread_mutex_init(&d->lock, NULL); \
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

static void open_device(struct device *d, int quick)
{
	if (quick) {
		d->users++; // RACE
		return;
	}
	pthread_mutex_lock(&d->lock);
	d->serial++; // FP what any pointer may reach has no bytes of its own: it may be users
	d->users++; // RACE
	pthread_mutex_unlock(&d->lock);
}

static void close_device(struct device *d)
{
	pthread_mutex_lock(&d->lock);
	d->serial++; // FP what any pointer may reach has no bytes of its own: it may be users
	d->users--; // RACE
	pthread_mutex_unlock(&d->lock);
}

static void *work(void *arg)
{
	struct bus *b = arg;
	for (int i = 0; i < 10; i++) {
		struct device *d = find(b, i);
		if (!d)
			continue;
		open_device(d, i & 1);
		close_device(d);
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
