// SPDX-License-Identifier: MIT
/* The counter of the loop is a member of the pool: all are joined before total is read. */
#include <pthread.h>
#include <stdio.h>

struct pool { pthread_t t[8]; int n; long part[8]; long total; };
static struct pool P;
static void *w(void *a) { struct pool *p = &P; long i = (long)a; p->part[i] = i + p->total; return 0; } // NORACE
static void pool_start(struct pool *p, int want)
{
	for (p->n = 0; p->n < want; p->n++)
		pthread_create(&p->t[p->n], 0, w, (void *)(long)p->n);
}
static void pool_join(struct pool *p)
{
	while (p->n > 0)
		pthread_join(p->t[--p->n], 0);
}
int main(void)
{
	P.total = 1;
	pool_start(&P, 8);
	pool_join(&P);
	P.total = 2; // NORACE
	for (int i = 0; i < 8; i++)
		P.total += P.part[i]; // NORACE
	printf("%ld\n", P.total);
	return 0;
}
