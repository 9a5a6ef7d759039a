// SPDX-License-Identifier: MIT
/* A free list of objects: taken and given back under the lock, used without it. */
#include <pthread.h>
#include <stddef.h>

#define OBJECTS 4

struct object {
	struct object *next_free;
	char text[16];
	int uses;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct object objects[OBJECTS];
static struct object *free_list;

static struct object *object_get(void)
{
	struct object *o;

	pthread_mutex_lock(&lock);
	o = free_list; // NORACE
	if (o)
		free_list = o->next_free; // NORACE
	pthread_mutex_unlock(&lock);
	return o;
}

static void object_put(struct object *o)
{
	pthread_mutex_lock(&lock);
	o->next_free = free_list; // NORACE
	free_list = o; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *user(void *arg)
{
	int i;

	for (i = 0; i < 10; i++) {
		struct object *o = object_get();

		if (!o)
			continue;
		o->text[0] = 'a'; // NORACE
		o->uses++; // NORACE
		object_put(o);
	}
	return arg;
}

int main(void)
{
	pthread_t first, second;
	int i;

	for (i = 0; i < OBJECTS; i++)
		object_put(&objects[i]);
	pthread_create(&first, NULL, user, NULL);
	pthread_create(&second, NULL, user, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
