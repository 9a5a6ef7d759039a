// SPDX-License-Identifier: MIT
/* docs/soundness.md, 1: code of another configuration is not part of the program. */
#include <pthread.h>

static int n;

static void *one(void *arg)
{
#ifdef WITH_STATISTICS
	n++; // FN not compiled here
#endif
	return arg;
}

static void *two(void *arg)
{
	n = 1; // FN soundness.md, 1
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
