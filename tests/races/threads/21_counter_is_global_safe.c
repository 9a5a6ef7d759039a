// SPDX-License-Identifier: MIT
/* The loops count in a global variable, in functions of their own. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int d;
static int n;
static pthread_t t[8];

static void *w(void *a)
{
	return (void *)(long)d; // NORACE
}

static void start(void)
{
	for (n = 0; n < 8; ++n)
		pthread_create(&t[n], 0, w, 0);
}

static void stop(void)
{
	n = 0;
	while (n < 8) {
		pthread_join(t[n], 0);
		n += 1;
	}
}

int main(void)
{
	start();
	stop();
	d = 2; // NORACE
	return 0;
}
