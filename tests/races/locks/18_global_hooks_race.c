// SPDX-License-Identifier: MIT
/* The program's lock functions are installed in global pointers before the threads. */
#include <pthread.h>

static pthread_mutex_t big_lock = PTHREAD_MUTEX_INITIALIZER;
static void (*hook_enter)(void);
static void (*hook_leave)(void);
static int shared;

static void enter(void)
{
	pthread_mutex_lock(&big_lock);
}

static void leave(void)
{
	pthread_mutex_unlock(&big_lock);
}

static void install(void (*in)(void), void (*out)(void))
{
	hook_enter = in; // NORACE
	hook_leave = out; // NORACE
}

static void *worker(void *arg)
{
	hook_enter(); // NORACE
	shared++; // RACE
	hook_leave(); // NORACE
	return arg;
}

static void *intruder(void *arg)
{
	shared = 0; // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	install(enter, leave);
	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, intruder, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
