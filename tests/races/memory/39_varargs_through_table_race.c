// SPDX-License-Identifier: MIT
/* A function with variable arguments that is found through a pointer in a struct, and called by its name as well. */
#include <pthread.h>
#include <stdarg.h>

struct operations {
	void (*add)(int, ...);
};
struct holder {
	struct operations *o;
	int *target;
};

static int total;

static void add(int n, ...)
{
	va_list ap;
	int *p;

	va_start(ap, n);
	p = va_arg(ap, int *);
	*p += n; // RACE
	va_end(ap);
}

static struct operations operations = {add};
static struct holder holder;

static struct holder *get(void)
{
	return &holder;
}

static void *worker(void *arg)
{
	struct holder *h = get();
	int mine = 0;

	add(1, &mine);
	h->o->add(1, h->target);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	holder.o = &operations;
	holder.target = &total;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return total;
}
