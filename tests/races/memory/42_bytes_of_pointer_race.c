// SPDX-License-Identifier: MIT
/* A loop copies a struct with a pointer a byte at a time (ir/piece.h). */
#include <pthread.h>
#include <stddef.h>

struct box {
	int *counter;
};

static struct box first, second;
static int n;

static void copy(char *to, const char *from, size_t size)
{
	for (size_t i = 0; i < size; i++)
		to[i] = from[i];
}

static void *work(void *arg)
{
	(*second.counter)++; // RACE
	return arg;
}

int main(void)
{
	pthread_t t;

	first.counter = &n;
	copy((char *)&second, (const char *)&first, sizeof(first));
	pthread_create(&t, NULL, work, NULL);
	n++; // RACE
	pthread_join(t, NULL);
	return 0;
}
