// SPDX-License-Identifier: MIT
/* Members more than 2 GiB from the start of their object. */
#include <pthread.h>
#include <stdlib.h>

struct far {
	char pad[3000000000];
	int n, other;
};

static struct far direct, by_pointer;
static char *bytes;

static void add(struct far *f)
{
	f->n++; // RACE
}

static void *worker(void *arg)
{
	struct far *f = arg;

	direct.n++; // RACE
	add(&by_pointer);
	f->n++; // RACE
	bytes[2500000000]++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;
	struct far *heap = malloc(sizeof(*heap));

	bytes = malloc(3000000000);
	pthread_create(&a, 0, worker, heap);
	pthread_create(&b, 0, worker, heap);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
