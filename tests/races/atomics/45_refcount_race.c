// SPDX-License-Identifier: MIT
/* The last owner frees the object: the count is atomic and orders the last use. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	int references;
	int payload;
};

static void object_put(struct object *o)
{
	if (--o->references == 0) // RACE
		free(o); // RACE
}

static void *user(void *arg)
{
	struct object *o = arg;
	int payload = o->payload; // RACE

	object_put(o);
	return payload == 5 ? NULL : arg;
}

int main(void)
{
	struct object *o = malloc(sizeof(*o));
	pthread_t first, second;

	o->payload = 5; // NORACE
	o->references = 2; // NORACE
	pthread_create(&first, NULL, user, o);
	pthread_create(&second, NULL, user, o);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
