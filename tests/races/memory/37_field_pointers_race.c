// SPDX-License-Identifier: MIT
/* The same field through pointers of different names and types. */
#include <pthread.h>

struct inner {
	int x, y;
};

struct outer {
	int id;
	struct inner inner;
};

static struct outer object;
static struct inner *part = &object.inner;
static int *number = &object.inner.y;

static void *by_part(void *arg)
{
	part->y++; // RACE
	return arg;
}

static void *by_number(void *arg)
{
	(*number)++; // RACE
	object.id++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, by_part, NULL);
	pthread_create(&second, NULL, by_number, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
