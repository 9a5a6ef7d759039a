// SPDX-License-Identifier: MIT
/* docs/soundness.md, 15d: a pointer is copied a byte at a time. */
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
	(*second.counter)++; // FN soundness.md, 15d
	return arg;
}

int main(void)
{
	pthread_t t;

	first.counter = &n;
	copy((char *)&second, (const char *)&first, sizeof(first));
	pthread_create(&t, NULL, work, NULL);
	n++; // FN soundness.md, 15d
	pthread_join(t, NULL);
	return 0;
}
