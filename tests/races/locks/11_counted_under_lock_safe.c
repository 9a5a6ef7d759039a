// SPDX-License-Identifier: MIT
/* A count of references under a lock: who has counted it down to zero has the object for himself.
 * That is known of atomic counts only (race/veto/counted.c), not yet of these. */
#include <pthread.h>
#include <stdlib.h>

struct object {
	pthread_mutex_t lock;
	int references, data;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct object *current;

static struct object *get(void)
{
	struct object *o;

	pthread_mutex_lock(&m);
	o = current;
	if (o)
		o->references++; // NORACE
	pthread_mutex_unlock(&m);
	return o;
}

static void drop(struct object *o)
{
	int left;

	pthread_mutex_lock(&m);
	left = --o->references; // NORACE
	pthread_mutex_unlock(&m);
	if (left == 0)
		o->data = 0; // FP only the last one gets here
}

static void *work(void *arg)
{
	struct object *o = get();

	if (o) {
		pthread_mutex_lock(&o->lock);
		o->data++; // FP has a reference
		pthread_mutex_unlock(&o->lock);
		drop(o);
	}
	return arg;
}

static void replace(void)
{
	struct object *o = calloc(1, sizeof(*o)), *old;

	if (!o)
		abort();
	pthread_mutex_init(&o->lock, NULL);
	o->references = 1;
	pthread_mutex_lock(&m);
	old = current;
	current = o;
	pthread_mutex_unlock(&m);
	if (old)
		drop(old);
}

int main(void)
{
	pthread_t a, b;

	replace();
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	replace();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
