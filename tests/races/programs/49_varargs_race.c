// SPDX-License-Identifier: MIT
/* Pointers handed over as variable arguments. */
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>

static int a, b, c;

static void increment_all(int count, ...)
{
	va_list list;
	int i;

	va_start(list, count);
	for (i = 0; i < count; i++)
		(*va_arg(list, int *))++; // RACE
	va_end(list);
}

static void *one(void *arg)
{
	increment_all(2, &a, &b);
	return arg;
}

static void *two(void *arg)
{
	increment_all(2, &b, &c);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, one, NULL);
	pthread_create(&second, NULL, two, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
