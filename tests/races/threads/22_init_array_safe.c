// SPDX-License-Identifier: MIT
/* What the loader calls happens before main, and after it. */
#include <pthread.h>

static int before, after;

static void *look(void *arg)
{
	return before ? arg : 0; // NORACE
}

static void set_up(void)
{
	before = 1; // NORACE
}

static void *count(void *arg)
{
	after++; // NORACE
	return arg;
}

__attribute__((destructor)) static void leave(void)
{
	after = 0; // NORACE
}

__attribute__((section(".init_array"), used)) static void (*one)(void) = set_up;

int main(void)
{
	pthread_t x, y;

	pthread_create(&x, 0, look, 0);
	pthread_create(&y, 0, count, 0);
	pthread_join(x, 0);
	pthread_join(y, 0);
	return 0;
}
