// SPDX-License-Identifier: MIT
/* Everybody changes the object while he has his reference; who gives up the last one frees
 * it, in the same function. */
// TSAN: misses, counting orders the threads in most runs
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	atomic_int references;
	int uses;
};

static void *use(void *arg)
{
	struct object *o = arg;

	atomic_fetch_add(&o->references, 1);
	o->uses++; // RACE
	if (atomic_fetch_sub(&o->references, 1) == 1)
		free(o);
	return NULL;
}

int main(void)
{
	struct object *o = malloc(sizeof(*o));
	pthread_t t[2];

	atomic_init(&o->references, 1);
	o->uses = 0; // NORACE
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, use, o);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
