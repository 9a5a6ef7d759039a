// SPDX-License-Identifier: MIT
/* The constructor returns the fresh object; its caller publishes it. */
#include <pthread.h>
#include <stdlib.h>

struct buffer {
	size_t length;
	char *bytes;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct buffer *shared;

static struct buffer *buffer_new(size_t length)
{
	struct buffer *b = malloc(sizeof(*b));

	b->length = length; // NORACE
	b->bytes = malloc(length); // NORACE
	b->bytes[0] = 'x'; // NORACE
	return b;
}

static void *maker(void *arg)
{
	struct buffer *b = buffer_new(16);

	b->bytes[1] = 'y'; // NORACE
	pthread_mutex_lock(&lock);
	shared = b; // NORACE
	pthread_mutex_unlock(&lock);
	b->bytes[0] = 'z'; // RACE
	return arg;
}

static void *user(void *arg)
{
	int i, found = 0;

	for (i = 0; i < 100; i++) {
		pthread_mutex_lock(&lock);
		if (shared && shared->length > 1) // NORACE
			found += shared->bytes[0] == 'x'; // RACE
		pthread_mutex_unlock(&lock);
	}
	return found ? NULL : arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, maker, NULL);
	pthread_create(&second, NULL, user, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
