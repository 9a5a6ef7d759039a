// SPDX-License-Identifier: MIT
/* The loops count in a member of the struct that has the ids. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int d;
static struct { pthread_t t[8]; int n; } p;

static void *w(void *a)
{
	return (void *)(long)d; // NORACE
}

int main(void)
{
	for (p.n = 0; p.n < 8; p.n++)
		pthread_create(&p.t[p.n], 0, w, 0);
	for (p.n = 0; p.n < 8; p.n++)
		pthread_join(p.t[p.n], 0);
	d = 2; // NORACE
	return 0;
}
