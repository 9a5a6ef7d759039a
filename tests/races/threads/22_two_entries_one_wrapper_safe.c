// SPDX-License-Identifier: MIT
/* One wrapper starts two kinds of threads: they must not be mixed up. */
#include <pthread.h>

static int apples, pears;

static void *pick_apples(void *arg)
{
	apples++; // NORACE
	return arg;
}

static void *pick_pears(void *arg)
{
	pears++; // NORACE
	return arg;
}

static pthread_t start(void *(*f)(void *))
{
	pthread_t id;

	pthread_create(&id, NULL, f, NULL);
	return id;
}

int main(void)
{
	pthread_t a = start(pick_apples);
	pthread_t p = start(pick_pears);

	pthread_join(a, NULL);
	apples++; // NORACE
	pthread_join(p, NULL);
	pears++; // NORACE
	return 0;
}
