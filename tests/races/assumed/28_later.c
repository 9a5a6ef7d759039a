// SPDX-License-Identifier: MIT
/* docs/soundness.md, 28: what atexit registers runs while other threads still do; shown
 * with --all only. */
#include <pthread.h>
#include <stdlib.h>

static int n;

static void leave(void)
{
	n = 0; // FN low confidence
}

static void *work(void *arg)
{
	for (;;)
		n++; // FN low confidence
	return arg;
}

int main(void)
{
	pthread_t t;

	atexit(leave);
	pthread_create(&t, NULL, work, NULL);
	return 0;
}
