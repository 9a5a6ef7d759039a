// SPDX-License-Identifier: MIT
/* A list of arguments is read twice, the second time from its copy. */
#include <pthread.h>
#include <stdarg.h>
static int totals[2];
static int sum(int n, va_list ap)
{
	int r = 0;
	va_list again;
	va_copy(again, ap);
	for (int i = 0; i < n; i++)
		r += *va_arg(ap, int *); // RACE
	for (int i = 0; i < n; i++)
		*va_arg(again, int *) = r; // RACE
	va_end(again);
	return r;
}
static int level(int n, ...)
{
	va_list ap;
	int r;
	va_start(ap, n);
	r = sum(n, ap);
	va_end(ap);
	return r;
}
static void *one(void *arg)
{
	(void)arg;
	level(2, &totals[0], &totals[1]);
	return NULL;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, one, NULL);
	level(1, &totals[0]);
	pthread_join(t, NULL);
	return 0;
}
