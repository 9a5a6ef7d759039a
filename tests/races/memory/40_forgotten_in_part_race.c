// SPDX-License-Identifier: MIT
/*
 * The lock and the field are in a struct that is a part of one other, and its first member is
 * the lock. Some functions have the whole, some the part: that is one field and one lock by two
 * names, and together they make the custom. One function has forgotten the lock.
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

struct state {
	pthread_mutex_t lock;
	int users;
};

struct device {
	int id;
	struct link link;
	struct state state;
	void (*done)(void *data);
	void *data;
};

static void reset(void *data);

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
		pthread_mutex_init(&d->state.lock, NULL); \
		d->done = reset; \
		d->data = &d->state; \
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

static void open_device(struct device *d)
{
	pthread_mutex_lock(&d->state.lock);
	d->state.users++; // RACE
	pthread_mutex_unlock(&d->state.lock);
}

static void close_device(struct device *d)
{
	pthread_mutex_lock(&d->state.lock);
	d->state.users--; // RACE
	pthread_mutex_unlock(&d->state.lock);
}

static void reset(void *data)
{
	struct state *s = data;
	s->users = 0; // RACE
}

static void use(struct device *d)
{
	open_device(d);
	d->done(d->data);
	close_device(d);
}

static void *work(void *arg)
{
	struct bus *b = arg;
	for (int i = 0; i < 10; i++) {
		struct device *d = find(b, i);
		if (d)
			use(d);
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
