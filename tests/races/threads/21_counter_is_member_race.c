// SPDX-License-Identifier: MIT
/* The last thread is not joined. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int d;
static struct { int n; pthread_t t[8]; } p;

static void *w(void *a)
{
	return (void *)(long)d; // RACE
}

int main(void)
{
	for (p.n = 0; p.n < 8; p.n++)
		pthread_create(&p.t[p.n], 0, w, 0);
	for (p.n = 0; p.n < 7; p.n++)
		pthread_join(p.t[p.n], 0);
	d = 2; // RACE
	return 0;
}
