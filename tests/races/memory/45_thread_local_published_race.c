// SPDX-License-Identifier: MIT
/* The address of a thread's own buffer is put into a global variable. */
#include <pthread.h>

static _Thread_local int own;
static int *published;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int *mine(void)
{
	own = 1; // NORACE
	return &own;
}

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	int *p = published;
	pthread_mutex_unlock(&lock);
	if (p)
		*p = 2; // RACE
	return arg;
}

int main(void)
{
	pthread_t t;
	int *p = mine();

	pthread_mutex_lock(&lock);
	published = p;
	pthread_mutex_unlock(&lock);
	pthread_create(&t, NULL, work, NULL);
	*p = 3; // RACE
	pthread_join(t, NULL);
	return own; // NORACE
}
