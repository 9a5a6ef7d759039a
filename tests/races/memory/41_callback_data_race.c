// SPDX-License-Identifier: MIT
/* A callback with void * user data, registered before the threads start. */
#include <pthread.h>

struct callback {
	void (*call)(void *data);
	void *data;
};

struct counter {
	pthread_mutex_t lock;
	int count;
};

static struct counter counter = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct callback on_event;

static void subscribe(void (*call)(void *), void *data)
{
	on_event.call = call; // NORACE
	on_event.data = data; // NORACE
}

static void count(void *data)
{
	struct counter *c = data;

	c->count++; // RACE
}

static void *source(void *arg)
{
	on_event.call(on_event.data); // NORACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	subscribe(count, &counter);
	pthread_create(&first, NULL, source, NULL);
	pthread_create(&second, NULL, source, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return counter.count; // NORACE
}
