// SPDX-License-Identifier: MIT
/* Who gives up the last reference clears the object before it is freed. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	atomic_int references;
	int values[4];
};

static void give_up(struct object *o)
{
	if (atomic_fetch_sub(&o->references, 1) != 1)
		return;
	o->values[0] = -1; // NORACE
	free(o); // NORACE
}

static void *use(void *arg)
{
	struct object *o = arg;
	long sum = o->values[0] + o->values[1]; // NORACE

	give_up(o);
	return sum ? arg : NULL;
}

int main(void)
{
	struct object *o = malloc(sizeof(*o));
	pthread_t t[2];

	atomic_init(&o->references, 3);
	for (int i = 0; i < 4; i++)
		o->values[i] = i; // NORACE
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, use, o);
	give_up(o);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
