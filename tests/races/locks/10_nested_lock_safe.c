// SPDX-License-Identifier: MIT
/* The lock sits two structs deep beside the data, the object on the heap. */
#include <pthread.h>
#include <stdlib.h>

struct sync {
	int spare;
	pthread_mutex_t mutex;
};

struct header {
	char name[8];
	struct sync sync;
};

struct object {
	struct header header;
	struct {
		int reads, writes;
	} stats;
};

static void object_lock(struct object *o)
{
	pthread_mutex_lock(&o->header.sync.mutex);
}

static void object_unlock(struct object *o)
{
	pthread_mutex_unlock(&o->header.sync.mutex);
}

static void *reader(void *arg)
{
	struct object *o = arg;

	object_lock(o);
	o->stats.reads++; // NORACE
	object_unlock(o);
	return NULL;
}

static void *writer(void *arg)
{
	struct object *o = arg;

	object_lock(o);
	o->stats.reads--; // NORACE
	o->stats.writes++; // NORACE
	object_unlock(o);
	return NULL;
}

int main(void)
{
	struct object *o = calloc(1, sizeof(*o));
	pthread_t t[3];

	pthread_mutex_init(&o->header.sync.mutex, NULL);
	pthread_create(&t[0], NULL, reader, o);
	pthread_create(&t[1], NULL, writer, o);
	pthread_create(&t[2], NULL, writer, o);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	pthread_join(t[2], NULL);
	free(o);
	return 0;
}
