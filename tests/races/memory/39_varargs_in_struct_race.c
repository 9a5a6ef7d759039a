// SPDX-License-Identifier: MIT
/* The list of arguments is a member of a struct. */
#include <pthread.h>
#include <stdarg.h>
struct cursor { int left; va_list ap; };
static long a, b;
static long *next(struct cursor *c)
{
	return c->left-- > 0 ? va_arg(c->ap, long *) : 0;
}
static void add_all(int n, ...)
{
	struct cursor c;
	long *p;
	c.left = n;
	va_start(c.ap, n);
	while ((p = next(&c)))
		*p += 1; // RACE
	va_end(c.ap);
}
static void *work(void *arg)
{
	(void)arg;
	add_all(1, &a);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	add_all(2, &a, &b);
	pthread_join(t, 0);
	return 0;
}
