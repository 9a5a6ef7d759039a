// SPDX-License-Identifier: MIT
/* The lock pointer is a field, set when the object is opened, changed too late. */
#include <pthread.h>

struct stream {
	pthread_mutex_t *lock;
	long position;
};

static pthread_mutex_t early = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t late = PTHREAD_MUTEX_INITIALIZER;
static struct stream stream = { &early, 0 };

static void seek(struct stream *s, long n)
{
	pthread_mutex_lock(s->lock); // NORACE
	s->position += n; // NORACE
	pthread_mutex_unlock(s->lock); // NORACE
}

static void *user(void *arg)
{
	seek(arg, 10);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	stream.lock = &late; // NORACE
	pthread_create(&first, NULL, user, &stream);
	pthread_create(&second, NULL, user, &stream);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return stream.position != 20; // NORACE
}
