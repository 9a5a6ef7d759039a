// SPDX-License-Identifier: MIT
/* docs/soundness.md, 5: called with fewer arguments than it has parameters (undefined). */
#include <pthread.h>

static int n;

static void count(int unused)
{
	(void)unused;
	n++; // FN soundness.md, 5
}

static void (*action)(void) = (void (*)(void))count;

static void *work(void *arg)
{
	action();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
