// SPDX-License-Identifier: MIT
// The destructor of thread-specific data runs on every thread that ends, without the
// lock under which the value was set.
#include <pthread.h>
#include <stdlib.h>

struct counts {
	int calls;
};

static pthread_key_t key;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add_up(void *p)
{
	struct counts *c = p;

	total += c->calls; // RACE
	free(c); // NORACE
}

static void *work(void *arg)
{
	struct counts *c = malloc(sizeof(*c));

	c->calls = 0; // NORACE
	pthread_mutex_lock(&lock);
	pthread_setspecific(key, c);
	pthread_mutex_unlock(&lock);
	c->calls++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_key_create(&key, add_up);
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return total; // NORACE
}
