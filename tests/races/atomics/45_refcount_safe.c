// SPDX-License-Identifier: MIT
/* The last owner frees the object: the count is atomic and orders the last use. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	atomic_int references;
	int payload;
};

static void object_put(struct object *o)
{
	if (atomic_fetch_sub(&o->references, 1) == 1) // NORACE
		free(o); // NORACE
}

static void *user(void *arg)
{
	struct object *o = arg;
	int payload = o->payload; // NORACE

	object_put(o);
	return payload == 5 ? NULL : arg;
}

int main(void)
{
	struct object *o = malloc(sizeof(*o));
	pthread_t first, second;

	o->payload = 5; // NORACE
	atomic_init(&o->references, 2);
	pthread_create(&first, NULL, user, o);
	pthread_create(&second, NULL, user, o);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
