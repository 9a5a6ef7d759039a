// SPDX-License-Identifier: MIT
/* As 49_stored_in_bytes_safe.c, but the device is made in the memory that has no type, and
 * the functions there have the type of the call. */
#include <pthread.h>
#include <stdlib.h>

#define TEN(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define ALL(M) TEN(M, 1) TEN(M, 2) TEN(M, 3) TEN(M, 4) TEN(M, 5) TEN(M, 6) TEN(M, 7) \
	TEN(M, 8) TEN(M, 9) TEN(M, 10) TEN(M, 11) TEN(M, 12) TEN(M, 13) TEN(M, 14) TEN(M, 15)
#define DEFINE(n) static struct s##n { int a; char b[n]; } v##n;
#define PASS(n) slot = &v##n;

struct device {
	long number;
	int (*space)(void);
};

ALL(DEFINE)
static void *slot;
static int changes, room;

static int changed(void)
{
	return ++changes; // RACE
}

static int get_space(void)
{
	return room; // NORACE
}

static void *work(void *arg)
{
	struct device *d = slot;
	int n = d->space();

	return n ? arg : NULL;
}

int main(int argc, char **argv)
{
	static struct device device = {1, get_space};
	char *first = malloc((size_t)argc * 16), *second = malloc((size_t)argc * 24);
	pthread_t t;

	(void)argv;
	ALL(PASS)
	slot = argc > 1 ? first + 8 * argc - 8 : (char *)&device;
	*(int (**)(void))(first + 8 * argc) = changed;
	*(int (**)(void))(second + 8 * argc) = changed;
	pthread_create(&t, NULL, work, NULL);
	(*(int (**)(void))(first + 8 * argc))();
	pthread_join(t, NULL);
	return changes + room;
}
