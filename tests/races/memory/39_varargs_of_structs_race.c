// SPDX-License-Identifier: MIT
/* A struct among the variable arguments: what it points to is reached by va_arg. */
#include <pthread.h>
#include <stdarg.h>

struct box {
	long pad[3];
	int *count;
};
struct pair {
	int *count, n;
};

static int large, small;

static void add(int n, ...)
{
	va_list ap;
	struct box b;
	struct pair p;

	va_start(ap, n);
	b = va_arg(ap, struct box);
	p = va_arg(ap, struct pair);
	va_end(ap);
	*b.count += n;	 // RACE
	*p.count += p.n; // RACE
}

static void *worker(void *arg)
{
	struct box b = {{0}, &large};
	struct pair p = {&small, 1};

	add(1, b, p);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return large + small;
}
