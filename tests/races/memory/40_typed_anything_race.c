// SPDX-License-Identifier: MIT
// RUN: --all
/* A table of a hundred objects, each of another type. What is found there may be anything;
 * the variable that it is stored in says which type it has. */
#include <pthread.h>

#define OBJECT(n) static struct t##n { char before[n + 1]; int value; } o##n;
#define ADDRESS(n) &o##n,
#define TEN(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define HUNDRED(M) TEN(M, 1) TEN(M, 2) TEN(M, 3) TEN(M, 4) TEN(M, 5) TEN(M, 6) TEN(M, 7) \
	TEN(M, 8) TEN(M, 9)

HUNDRED(OBJECT)

static void *all[] = { HUNDRED(ADDRESS) };

static void *count(void *arg)
{
	struct t42 *p = all[*(int *)arg];

	p->value++; // RACE
	return NULL;
}

static void *clear(void *arg)
{
	o42.value = 0; // RACE
	o43.value = 0; // NORACE
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int n = 32;

	pthread_create(&a, NULL, count, &n);
	pthread_create(&b, NULL, clear, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return o43.value;
}
