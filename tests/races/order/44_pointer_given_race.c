// SPDX-License-Identifier: MIT
// RUN: --all
/* Main waits until a pointer is null. Who stores one that may be null may
 * make it so. */
#include <pthread.h>

struct job {
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static struct job first, second;
static struct job *pending = &first;
static int result;

static void *work(void *arg)
{
	result = 7; // RACE
	pthread_mutex_lock(&m);
	pending = NULL;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

static void *renew(void *arg)
{
	struct job *j = arg;

	pthread_mutex_lock(&m);
	pending = j;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t a, b;

	(void)argv;
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, renew, argc > 1 ? &second : NULL);
	pthread_mutex_lock(&m);
	while (pending)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return result; // RACE
}
