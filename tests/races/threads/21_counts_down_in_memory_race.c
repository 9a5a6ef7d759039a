// SPDX-License-Identifier: MIT
/* Loops that count down in memory, and leave threads that are not joined. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct pool {
	pthread_t t[8];
	int n;
	long total;
};
static struct pool A, B, C, D, E, F, G, H;

static void *a(void *x) { return (void *)A.total; } // RACE 1
static void *b(void *x) { return (void *)B.total; } // RACE 2
static void *c(void *x) { return (void *)C.total; } // RACE 3
static void *d(void *x) { return (void *)D.total; } // RACE 4
static void *e(void *x)
{
	E.n = 0; // RACE 9
	return (void *)E.total; // RACE 5
}
static void *f(void *x) { return (void *)F.total; } // RACE 6
static void *g(void *x) { return (void *)G.total; } // RACE 7
static void *h(void *x) { return (void *)H.total; } // RACE 8

static void start(struct pool *p, void *(*w)(void *))
{
	for (int i = 0; i < 8; i++)
		pthread_create(&p->t[i], 0, w, 0);
}

/* the last one is not counted */
static void one_less(void)
{
	start(&A, a);
	A.n = 7;
	while (A.n > 0)
		pthread_join(A.t[--A.n], 0);
	A.total = 2; // RACE 1
}

/* the first one is left */
static void as_far_as_one(void)
{
	start(&B, b);
	B.n = 8;
	while (B.n > 1)
		pthread_join(B.t[--B.n], 0);
	B.total = 2; // RACE 2
}

/* every other one */
static void by_two(void)
{
	start(&C, c);
	C.n = 8;
	while (C.n > 0) {
		C.n -= 2;
		pthread_join(C.t[C.n], 0);
	}
	C.total = 2; // RACE 3
}

/* the counter is set in the loop */
static void set_inside(void)
{
	start(&D, d);
	D.n = 8;
	while (D.n > 0) {
		pthread_join(D.t[--D.n], 0);
		if (rand() & 1)
			D.n = 0;
	}
	D.total = 2; // RACE 4
}

/* by the threads themselves */
static void set_by_threads(void)
{
	E.n = 8;
	start(&E, e);
	while (E.n > 0) // RACE 9
		pthread_join(E.t[--E.n], 0); // RACE 9
	E.total = 2; // RACE 5
}

/* not each of them is joined */
static void some(void)
{
	start(&F, f);
	F.n = 8;
	while (F.n > 0) {
		--F.n;
		if (rand() & 1)
			pthread_join(F.t[F.n], 0);
	}
	F.total = 2; // RACE 6
}

/* the loop is left before it is done */
static void until(void)
{
	start(&G, g);
	G.n = 8;
	while (G.n > 0) {
		if (pthread_join(G.t[--G.n], 0))
			break;
	}
	G.total = 2; // RACE 7
}

/* what is stored between is another number */
static void forget(struct pool *p) { p->n = rand() & 7; }
static void changed_between(void)
{
	start(&H, h);
	H.n = 8;
	forget(&H);
	while (H.n > 0)
		pthread_join(H.t[--H.n], 0);
	H.total = 2; // RACE 8
}

/* helpers create and join, but the first one is left */
static struct pool I;
static void *i(void *x) { return (void *)I.total; } // RACE 10
static void start_counted(struct pool *p, void *(*w)(void *))
{
	for (p->n = 0; p->n < 8; p->n++)
		pthread_create(&p->t[p->n], 0, w, 0);
}
static void stop_but_one(struct pool *p)
{
	while (p->n > 1)
		pthread_join(p->t[--p->n], 0);
}
static void by_helpers(void)
{
	start_counted(&I, i);
	stop_but_one(&I);
	I.total = 2; // RACE 10
}

int main(void)
{
	by_helpers();
	one_less();
	as_far_as_one();
	by_two();
	set_inside();
	set_by_threads();
	some();
	until();
	changed_between();
	return 0;
}
