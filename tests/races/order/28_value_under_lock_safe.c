// SPDX-License-Identifier: MIT
/* Whenever the lock is free the flag is zero: what is done behind it is never reached. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int busy, state, r, s;

static void work(void)
{
	busy = 1;
	state = 3;
	busy = 0;
}

static void *writer(void *arg)
{
	pthread_mutex_lock(&m);
	work();
	if (arg)
		state = 1;
	else
		state = 0;
	pthread_mutex_unlock(&m);
	return NULL;
}

static int is_busy(void)
{
	int now;

	pthread_mutex_lock(&m);
	now = busy;
	pthread_mutex_unlock(&m);
	return now;
}

static void *reader(void *arg)
{
	int now;

	if (is_busy())
		r++; // NORACE
	pthread_mutex_lock(&m);
	now = state;
	pthread_mutex_unlock(&m);
	if (now == 3)
		s++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_create(&c, NULL, reader, NULL);
	return 0;
}
