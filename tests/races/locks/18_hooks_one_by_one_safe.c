// SPDX-License-Identifier: MIT
/* Lock functions that are set one by one, and a program that asks whether there are any. */
#include <pthread.h>

static int (*enter)(void *);
static int (*leave)(void *);

static int lock_plain(void *l)
{
	return pthread_mutex_lock(l);
}

static int unlock_plain(void *l)
{
	return pthread_mutex_unlock(l);
}

struct counted {
	pthread_mutex_t m;
	int depth;
};

static int lock_counted(void *l)
{
	struct counted *c = l;
	int failed = pthread_mutex_lock(&c->m);

	if (!failed)
		c->depth++; // NORACE
	return failed;
}

static int unlock_counted(void *l)
{
	struct counted *c = l;

	c->depth--; // NORACE
	return pthread_mutex_unlock(&c->m);
}

static void lock(void *l)
{
	if (enter)
		enter(l);
}

static void unlock(void *l)
{
	if (leave)
		leave(l);
}

static struct counted guard = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int shared;

static void *work(void *arg)
{
	lock(&guard);
	shared++; // NORACE
	unlock(&guard);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id;

	(void)argv;
	enter = argc > 1 ? lock_counted : lock_plain;
	leave = argc > 1 ? unlock_counted : unlock_plain;
	pthread_create(&id, NULL, work, NULL);
	lock(&guard);
	shared += 2; // NORACE
	unlock(&guard);
	pthread_join(id, NULL);
	return 0;
}
