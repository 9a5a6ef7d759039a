// SPDX-License-Identifier: MIT
/* The second lock of an error-checking mutex fails; the unlock that follows releases it. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t lock;
static int count;

static void add(void)
{
	pthread_mutex_lock(&lock);
	count++; // FN 17: taken to be guarded, as any other mutex would be
	pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	add();
	count++; // FN 17: the lock that was held before the call was released by it
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_mutexattr_t attributes;
	pthread_t a, b;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&lock, &attributes);
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
