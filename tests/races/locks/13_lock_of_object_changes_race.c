// SPDX-License-Identifier: MIT
/* The object says which lock guards it, and one thread makes it another one. */
#include <pthread.h>
#include <stdlib.h>

struct object {
	_Atomic(pthread_mutex_t *) lock;
	int n;
};

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
	struct object *o = arg;
	pthread_mutex_t *m = o->lock;

	pthread_mutex_lock(m);
	o->n++; // RACE
	pthread_mutex_unlock(m);
	return NULL;
}

static void *turn(void *arg)
{
	struct object *o = arg;

	o->lock = &two;
	return NULL;
}

int main(void)
{
	pthread_t a, b, c;
	struct object *o = malloc(sizeof(*o));

	o->lock = &one;
	o->n = 0;
	pthread_create(&c, NULL, turn, o);
	pthread_create(&a, NULL, worker, o);
	pthread_create(&b, NULL, worker, o);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
