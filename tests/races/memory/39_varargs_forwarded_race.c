// SPDX-License-Identifier: MIT
/* Pointers that a small function is given go on behind the three dots of another. */
#include <pthread.h>
#include <stdarg.h>

struct item {
	int n, m;
};

struct outer {
	int n;
	struct item item;
};

static struct outer in_loop, in_list, at_once;

static void loop(int n, ...)
{
	va_list ap;

	va_start(ap, n);
	for (int i = 0; i < n; i++) {
		struct item *p = va_arg(ap, struct item *);

		p->m = 4; // RACE
	}
	va_end(ap);
}

static void through(va_list ap)
{
	struct item *p = va_arg(ap, struct item *);

	p->n++; // RACE
}

static void list(int n, ...)
{
	va_list ap;

	va_start(ap, n);
	through(ap);
	va_end(ap);
}

static void once(int n, ...)
{
	va_list ap;
	struct outer *p;

	va_start(ap, n);
	p = va_arg(ap, struct outer *);
	p->n++; // RACE
	va_end(ap);
}

static void forward(int unused, void *arg)
{
	(void)unused;
	loop(2, &((struct outer *)arg)->item, &((struct outer *)arg)->item);
}

static void forward_list(struct outer *o)
{
	list(1, &o->item);
}

static void forward_once(struct outer *o)
{
	once(1, o);
}

static void *run(void *arg)
{
	forward(1, &in_loop);
	forward_list(&in_list);
	forward_once(&at_once);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
