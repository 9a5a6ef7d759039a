// SPDX-License-Identifier: MIT
/* docs/soundness.md, 7: inline assembly that touches memory. */
#include <pthread.h>

static int n;

static void *one(void *arg)
{
	__asm__ volatile("" : "+m"(n)); // FN it changes n
	return arg;
}

static void *two(void *arg)
{
	n++; // FN soundness.md, 7
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
