// SPDX-License-Identifier: MIT
/* A plain flag that is always used under one mutex hands over, at any depth of calls. */
#include <pthread.h>
#include <unistd.h>

static int data, done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void deep(void)
{
	data = 1; // NORACE
}

static void deeper(void)
{
	deep();
}

static void *work(void *arg)
{
	deeper();
	pthread_mutex_lock(&m);
	done = 1; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

static int is_done(void)
{
	int now;

	pthread_mutex_lock(&m);
	now = done; // NORACE
	pthread_mutex_unlock(&m);
	return now;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, work, NULL);
	while (!is_done())
		usleep(10);
	return data; // NORACE
}
