// SPDX-License-Identifier: MIT
/* As 49_lost_functions_low.c, but the thread calls the function by its name, too. That is
 * worth more than the guess, though another lock is held there. */
#include <pthread.h>

#define TEN(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define ALL(M) TEN(M, 1) TEN(M, 2) TEN(M, 3) TEN(M, 4) TEN(M, 5) TEN(M, 6) TEN(M, 7) \
	TEN(M, 8) TEN(M, 9) TEN(M, 10) TEN(M, 11) TEN(M, 12) TEN(M, 13) TEN(M, 14) TEN(M, 15)
#define DEFINE(n) static struct s##n { int a; char b[n]; } v##n;
#define PASS(n) slot = &v##n;

typedef void hook(int);

ALL(DEFINE)
static void *slot;
static int sum, unused[12];

static void add(int n)
{
	sum += n; // RACE
}

static void other_a(int n)
{
	unused[0] = n; // NORACE
}

static void other_b(int n)
{
	unused[1] = n; // NORACE
}

static void other_c(int n)
{
	unused[2] = n; // NORACE
}

static void other_d(int n)
{
	unused[3] = n; // NORACE
}

static void other_e(int n)
{
	unused[4] = n; // NORACE
}

static void other_f(int n)
{
	unused[5] = n; // NORACE
}

static void other_g(int n)
{
	unused[6] = n; // NORACE
}

static void other_h(int n)
{
	unused[7] = n; // NORACE
}

static void other_i(int n)
{
	unused[8] = n; // NORACE
}

static void other_j(int n)
{
	unused[9] = n; // NORACE
}

static void other_k(int n)
{
	unused[10] = n; // NORACE
}

static void other_l(int n)
{
	unused[11] = n; // NORACE
}

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
	pthread_mutex_lock(&first);
	((hook *)slot)(1);
	pthread_mutex_unlock(&first);
	pthread_mutex_lock(&second);
	add(2);
	pthread_mutex_unlock(&second);
	return arg;
}

int main(void)
{
	pthread_t t;

	ALL(PASS)
	slot = (void *)other_a;
	slot = (void *)other_b;
	slot = (void *)other_c;
	slot = (void *)other_d;
	slot = (void *)other_e;
	slot = (void *)other_f;
	slot = (void *)other_g;
	slot = (void *)other_h;
	slot = (void *)other_i;
	slot = (void *)other_j;
	slot = (void *)other_k;
	slot = (void *)other_l;
	slot = (void *)add;
	pthread_create(&t, NULL, work, NULL);
	add(3);
	pthread_join(t, NULL);
	return sum;
}
