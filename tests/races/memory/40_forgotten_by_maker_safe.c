// SPDX-License-Identifier: MIT
/* As 40_forgotten_by_maker_race.c, but it keeps the lock while it resets one; and before the
 * threads are there, and when they are joined, it needs none. */
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
	int id;
	int users;
	struct link link;
};

#define DEVICE(l) ((struct device *)((char *)(l) - offsetof(struct device, link)))

static void add_device(struct bus *b, struct device *d)
{
	pthread_mutex_lock(&b->lock);
	d->link.next = b->devices.next;
	b->devices.next = &d->link;
	pthread_mutex_unlock(&b->lock);
}

#define PROBE(n) \
	static void probe##n(struct bus *b) \
	{ \
		struct device *d = malloc(sizeof(*d)); \
		if (!d) \
			return; \
		d->id = n; \
		d->users = 0; \
		add_device(b, d); \
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

static struct device *find(struct bus *b, int id)
{
	struct link *l = b->devices.next;
	while (l && DEVICE(l)->id != id)
		l = l->next;
	return l ? DEVICE(l) : NULL;
}

static void open_device(struct bus *b, int id)
{
	pthread_mutex_lock(&b->lock);
	struct device *d = find(b, id);
	if (d)
		d->users++; // NORACE
	pthread_mutex_unlock(&b->lock);
}

static void close_device(struct bus *b, int id)
{
	pthread_mutex_lock(&b->lock);
	struct device *d = find(b, id);
	if (d)
		d->users--; // NORACE
	pthread_mutex_unlock(&b->lock);
}

static void *work(void *arg)
{
	struct bus *b = arg;
	for (int i = 0; i < 10; i++) {
		open_device(b, i);
		close_device(b, i);
	}
	return NULL;
}

static void serve(struct bus *b)
{
	pthread_t id[2];

	pthread_mutex_init(&b->lock, NULL);
	probe_all(b);
	if (find(b, 1))
		find(b, 1)->users = 1; // NORACE
	pthread_create(&id[0], NULL, work, b);
	pthread_create(&id[1], NULL, work, b);
	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(&b->lock);
		struct device *d = find(b, i);
		if (d)
			d->users = 0; // NORACE
		pthread_mutex_unlock(&b->lock);
	}
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	if (find(b, 1))
		find(b, 1)->users = 2; // NORACE
	pthread_mutex_destroy(&b->lock);
}

int main(void)
{
	struct bus *b = calloc(1, sizeof(*b));
	if (!b)
		return 1;
	serve(b);
	return 0;
}
