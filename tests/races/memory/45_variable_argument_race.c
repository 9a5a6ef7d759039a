// SPDX-License-Identifier: MIT
/* A pointer to a local gets out through the variable arguments. */
#include <pthread.h>
#include <stdarg.h>

static int *kept[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void keep(int n, ...)
{
	va_list list;

	va_start(list, n);
	pthread_mutex_lock(&lock);
	for (int i = 0; i < n; i++)
		kept[i] = va_arg(list, int *);
	pthread_mutex_unlock(&lock);
	va_end(list);
}

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	int *p = kept[1];
	pthread_mutex_unlock(&lock);
	if (p)
		(*p)++; // RACE
	return arg;
}

int main(void)
{
	pthread_t t;
	int a = 0, b = 0, c = 0;

	keep(2, &a, &b);
	pthread_create(&t, NULL, work, NULL);
	b++; // RACE
	c++; // NORACE
	pthread_join(t, NULL);
	return a + b + c;
}
