// SPDX-License-Identifier: MIT
// The store of one id lies behind the test of another one, and that is stored by anybody: so
// anybody comes to both.
#include <pthread.h>
#include <stdbool.h>

static _Atomic pthread_t outer, inner;
static int count;

static void set_inner(void)
{
	inner = pthread_self();
}

static void set_outer(void)
{
	outer = pthread_self();
}

static void maybe_set(void)
{
	if (pthread_equal(outer, pthread_self()))
		set_inner();
}

static void work(void)
{
	if (pthread_equal(inner, pthread_self()))
		count++; // RACE
}

static void *worker(void *arg)
{
	set_outer();
	maybe_set();
	work();
	return arg;
}

int main(void)
{
	pthread_t a, b;
	set_outer();
	set_inner();
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	work();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return count;
}
