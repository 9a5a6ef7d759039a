// SPDX-License-Identifier: MIT
/* The counter of the loop that joins is in memory: a variable, or a member found by a pointer. */
#include <pthread.h>
#include <stdio.h>

struct pool {
	pthread_t t[8];
	int n;
	long total;
};
static struct pool A, B, C, D;
static int count;
static pthread_t ids[4];
static long shared;

static void *a(void *x) { return (void *)A.total; } // NORACE
static void *b(void *x) { return (void *)B.total; } // NORACE
static void *c(void *x) { return (void *)C.total; } // NORACE
static void *d(void *x) { return (void *)D.total; } // NORACE
static void *e(void *x) { return (void *)shared; } // NORACE

/* in one function: what was counted is stored first */
static void in_one(void)
{
	int n;
	for (n = 0; n < 8; n++)
		pthread_create(&A.t[n], 0, a, 0);
	A.n = n;
	while (A.n > 0)
		pthread_join(A.t[--A.n], 0);
	A.total = 2; // NORACE
}

/* a helper creates, another one joins */
static void start(struct pool *p, void *(*f)(void *), int want)
{
	for (p->n = 0; p->n < want; p->n++)
		pthread_create(&p->t[p->n], 0, f, 0);
}
static void stop(struct pool *p)
{
	while (0 < p->n) {
		p->n--;
		pthread_join(p->t[p->n], 0);
	}
}
static void by_helpers(void)
{
	start(&B, b, 8);
	stop(&B);
	B.total = 2; // NORACE
}

/* with what the test has found */
static void in_test(void)
{
	start(&C, c, 8);
	while (C.n-- > 0)
		pthread_join(C.t[C.n], 0);
	C.total = 2; // NORACE
}

/* a local variable begins with what was counted */
static void from_member(struct pool *p)
{
	for (int k = p->n - 1; k >= 0; k--)
		pthread_join(p->t[k], 0);
}
static void by_local(void)
{
	start(&D, d, 8);
	from_member(&D);
	D.total = 2; // NORACE
}

/* a variable, as far as it is not zero */
static void by_variable(void)
{
	for (int i = 0; i < 4; i++)
		pthread_create(&ids[i], 0, e, 0);
	count = 4;
	while (count != 0)
		pthread_join(ids[--count], 0);
	shared = 1; // NORACE
}

int main(void)
{
	A.total = B.total = C.total = D.total = 1;
	in_one();
	by_helpers();
	in_test();
	by_local();
	by_variable();
	printf("%ld\n", A.total + B.total + C.total + D.total);
	return 0;
}
