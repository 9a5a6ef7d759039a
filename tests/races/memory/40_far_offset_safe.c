// SPDX-License-Identifier: MIT
/* Two members that are far from the start, each of one thread; and a guarded one. */
#include <pthread.h>

struct far {
	char pad[3000000000];
	int n, guarded;
};

static struct far one, two;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg)
{
	one.n++; // NORACE
	pthread_mutex_lock(&m);
	one.guarded++; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

static void *second(void *arg)
{
	two.n++; // NORACE
	pthread_mutex_lock(&m);
	one.guarded++; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
