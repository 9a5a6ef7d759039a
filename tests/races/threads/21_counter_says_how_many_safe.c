// SPDX-License-Identifier: MIT
/* The global counter says how many were created. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int d;
int n;
static pthread_t t[8];

static void *w(void *a)
{
	return (void *)(long)d; // NORACE
}

int main(void)
{
	for (n = 0; n < 8; n++)
		if (pthread_create(&t[n], 0, w, 0))
			break;
	for (int i = 0; i < n; i++)
		pthread_join(t[i], 0);
	d = 2; // NORACE
	return 0;
}
