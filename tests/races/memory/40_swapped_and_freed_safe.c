// SPDX-License-Identifier: MIT
// Likewise, but who reads holds the lock: what was taken out nobody finds any more.
#include <pthread.h>
#include <stdlib.h>

struct settings {
	int level;
};

static struct settings *current;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *arg)
{
	int level;

	pthread_mutex_lock(&lock);
	level = current->level; // NORACE
	pthread_mutex_unlock(&lock);
	return level ? arg : NULL;
}

static void *writer(void *arg)
{
	struct settings *new = calloc(1, sizeof(*new)), *old;

	pthread_mutex_lock(&lock);
	old = current; // NORACE
	current = new; // NORACE
	pthread_mutex_unlock(&lock);
	free(old); // NORACE
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
