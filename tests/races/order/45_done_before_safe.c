// SPDX-License-Identifier: MIT
// What is done once was done before the thread began: a call there does nothing.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table[4], limit;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int is_set_up;
static int config;

static void fill(void)
{
	table[1] = 7;	// NORACE
	limit = 3;	// NORACE
}

static void set_up(void)
{
	pthread_once(&once, fill);
}

static void configure(void)
{
	pthread_mutex_lock(&m);
	if (!is_set_up) {
		config = 5;	// NORACE
		is_set_up = 1;
	}
	pthread_mutex_unlock(&m);
}

/* asks for nothing, and is created by one that asks for nothing */
static void *reader(void *a)
{
	return table[1] + config > limit ? a : 0;	// NORACE
}

static void *maker(void *a)
{
	pthread_t t;
	pthread_create(&t, 0, reader, a);
	pthread_detach(t);
	return 0;
}

static void *user(void *a)
{
	set_up();
	configure();
	return table[1] ? a : 0;	// NORACE
}

int main(void)
{
	pthread_t a, b;
	set_up();
	configure();
	pthread_create(&a, 0, maker, 0);
	pthread_create(&b, 0, user, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
