// SPDX-License-Identifier: MIT
/*
 * Each thread has devices of its own, linked so that it cannot be told whose they are. It
 * counts without a lock, and prints while a lock is held that keeps the lines of one thread
 * together: far above the functions that print, none of which takes it for the field. So
 * it is no custom to hold it for 'users', and the place that does not has forgotten nothing.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct link {
	struct link *next;
};

struct bus {
	int number;
	struct link devices;
};

struct device {
	int id;
	int users;
	struct link link;
};

static pthread_mutex_t output = PTHREAD_MUTEX_INITIALIZER;

#define PROBE(n) \
	static void probe##n(struct bus *b) \
	{ \
		struct device *d = malloc(sizeof(*d)); \
		if (!d) \
			return; \
		d->id = n; \
		d->users = 0; \
		d->link.next = b->devices.next; \
		b->devices.next = &d->link; \
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

static struct device *device_of(struct link *l)
{
	return l ? (struct device *)((char *)l - offsetof(struct device, link)) : NULL;
}

static struct device *first(const struct bus *b)
{
	return device_of(b->devices.next);
}

static struct device *next(const struct device *d)
{
	return device_of(d->link.next);
}

static void count(struct bus *b)
{
	for (struct device *d = first(b); d; d = next(d))
		d->users++; // NORACE
}

static void print_first(const struct device *d)
{
	printf("%d has %d users\n", d->id, d->users); // NORACE
}

static void print_next(struct device *d)
{
	printf(", %d has %d", d->id, d->users); // NORACE
	d->users = 0; // NORACE
}

static void print_last(const struct device *d)
{
	printf("and %d has %d\n", d->id, d->users); // NORACE
}

static void print_all(struct bus *b)
{
	for (struct device *d = first(b); d; d = next(d)) {
		if (d == first(b))
			print_first(d);
		else if (next(d))
			print_next(d);
		else
			print_last(d);
	}
}

static void *work(void *arg)
{
	struct bus *b = arg;
	count(b);
	pthread_mutex_lock(&output);
	print_all(b);
	pthread_mutex_unlock(&output);
	return NULL;
}

int main(void)
{
	pthread_t id[2];
	for (int i = 0; i < 2; i++) {
		struct bus *b = calloc(1, sizeof(*b));
		if (!b)
			return 1;
		probe_all(b);
		pthread_create(&id[i], NULL, work, b);
	}
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
