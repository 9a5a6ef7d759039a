// SPDX-License-Identifier: MIT
/* Threads that create each other, and one that is created after the first of them. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int left = 9;
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *arg);
static void *two(void *arg);
static void *three(void *arg);

static void start(void *(*f)(void *))
{
	pthread_t id;

	if (atomic_fetch_sub(&left, 1) <= 0)
		return;
	pthread_create(&id, NULL, f, NULL);
	pthread_detach(id);
}

static void *one(void *arg)
{
	start(two);
	start(three);
	return arg;
}

static void *two(void *arg)
{
	start(one);
	start(three);
	return arg;
}

static void *three(void *arg)
{
	pthread_mutex_lock(&lock);
	count++; // RACE
	pthread_mutex_unlock(&lock);
	start(one);
	start(two);
	return arg;
}

static void *watch(void *arg)
{
	count = 0; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, watch, NULL);
	pthread_exit(NULL);
}
