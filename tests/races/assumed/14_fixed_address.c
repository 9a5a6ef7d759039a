// SPDX-License-Identifier: MIT
/* docs/soundness.md, 14: memory at a fixed address. */
#include <pthread.h>

#define DEVICE ((int *)0x4000)

static void *one(void *arg)
{
	*DEVICE = 1; // FN soundness.md, 14
	return arg;
}

static void *two(void *arg)
{
	*DEVICE = 2; // FN soundness.md, 14
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
