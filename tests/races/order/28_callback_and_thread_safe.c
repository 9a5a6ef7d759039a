// SPDX-License-Identifier: MIT
// The callback and the threads take the lock, or the thread is joined where it was started.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int asked, answered;

static void *answer(void *x)
{
	answered++; // NORACE
	return x;
}

static void *watch(void *x)
{
	pthread_mutex_lock(&lock);
	if (asked > 3) // NORACE
		x = NULL;
	pthread_mutex_unlock(&lock);
	return x;
}

static void ask(void)
{
	pthread_t id;
	pthread_mutex_lock(&lock);
	asked++; // NORACE
	pthread_mutex_unlock(&lock);
	answered = 0; // NORACE
	pthread_create(&id, NULL, answer, NULL);
	pthread_join(id, NULL);
	answered++; // NORACE
}

int main(void)
{
	pthread_t id;
	atexit(ask);
	pthread_create(&id, NULL, watch, NULL);
	pthread_detach(id);
	return 0;
}
