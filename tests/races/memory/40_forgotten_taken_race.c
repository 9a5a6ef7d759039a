// SPDX-License-Identifier: MIT
/*
 * The threads have the same devices, linked so that it cannot be told which one is meant. The
 * functions that print take the lock for the field 'users': that is the custom, and the one
 * that counts has forgotten it.
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
		d->users++; // RACE
}

static void print_first(const struct device *d)
{
	pthread_mutex_lock(&output);
	printf("%d has %d users\n", d->id, d->users); // RACE
	pthread_mutex_unlock(&output);
}

static void print_next(struct device *d)
{
	pthread_mutex_lock(&output);
	printf(", %d has %d", d->id, d->users); // RACE
	d->users = 0; // RACE
	pthread_mutex_unlock(&output);
}

static void print_last(const struct device *d)
{
	pthread_mutex_lock(&output);
	printf("and %d has %d\n", d->id, d->users); // RACE
	pthread_mutex_unlock(&output);
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
	print_all(b);
	return NULL;
}

int main(void)
{
	pthread_t id[2];
	struct bus *b = calloc(1, sizeof(*b));
	if (!b)
		return 1;
	probe_all(b);
	pthread_create(&id[0], NULL, work, b);
	pthread_create(&id[1], NULL, work, b);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
