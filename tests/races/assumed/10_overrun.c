// SPDX-License-Identifier: MIT
/* docs/soundness.md, 10: arithmetic that leaves the object (undefined in C). */
#include <pthread.h>

static struct {
	int a[4];
} first;
static int second;

static void *one(void *arg)
{
	int *p = first.a;

	p[8] = 1; // FN past the end
	return arg;
}

static void *two(void *arg)
{
	second++; // FN soundness.md, 10
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
