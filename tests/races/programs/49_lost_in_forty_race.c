// SPDX-License-Identifier: MIT
/* As 49_lost_function_race.c, but forty functions got lost there and fit: the call is still a
 * call of each of them. */
// RUN: --all
#include <pthread.h>

#define TEN(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define ALL(M) TEN(M, 1) TEN(M, 2) TEN(M, 3) TEN(M, 4) TEN(M, 5) TEN(M, 6) TEN(M, 7) \
	TEN(M, 8) TEN(M, 9) TEN(M, 10) TEN(M, 11) TEN(M, 12) TEN(M, 13) TEN(M, 14) TEN(M, 15)
#define FORTY(M) TEN(M, 1) TEN(M, 2) TEN(M, 3) TEN(M, 4)
#define DEFINE(n) static struct s##n { int a; char b[n]; } v##n;
#define PASS(n) slot = &v##n;
#define HOOK(n) \
	static void hook##n(int k) \
	{ \
		(void)k; \
	}
#define PASS_HOOK(n) slot = (void *)hook##n;

typedef void hook(int);

ALL(DEFINE)
FORTY(HOOK)
static void *slot;
static int sum;

static void add(int n)
{
	sum += n; // RACE
}

static void *work(void *arg)
{
	((hook *)slot)(1);
	return arg;
}

int main(void)
{
	pthread_t t;

	ALL(PASS)
	FORTY(PASS_HOOK)
	slot = (void *)add;
	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	return sum;
}
