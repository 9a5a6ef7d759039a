// SPDX-License-Identifier: MIT
// A setting is exchanged under a lock, and the old one freed, while who has looked the pointer up under
// the lock still reads it: both have found the one pointer, whichever of the objects it meant.
#include <pthread.h>
#include <stdlib.h>

struct settings {
	int level;
};

static struct settings *current;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct settings *look(void)
{
	struct settings *s;

	pthread_mutex_lock(&lock);
	s = current; // NORACE
	pthread_mutex_unlock(&lock);
	return s;
}

static void *reader(void *arg)
{
	struct settings *s = look();

	return s->level ? arg : NULL; // RACE
}

static void *writer(void *arg)
{
	struct settings *new = calloc(1, sizeof(*new)), *old;

	pthread_mutex_lock(&lock);
	old = current; // NORACE
	current = new; // NORACE
	pthread_mutex_unlock(&lock);
	free(old); // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	current = calloc(1, sizeof(*current));
	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, writer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
