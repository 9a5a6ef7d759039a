// SPDX-License-Identifier: MIT
// RUN: --all
/* Main waits until a pointer is null. Who stores one that it has followed does not make it so. */
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
	result = 7; // NORACE
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
	if (j->n == 0)
		pending = j;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, renew, &second);
	pthread_mutex_lock(&m);
	while (pending)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return result; // NORACE
}
