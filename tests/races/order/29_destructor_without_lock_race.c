// SPDX-License-Identifier: MIT
/* The destructor runs when the thread ends, not where the value was set with the lock held. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int total;

static void end(void *value)
{
	total += *(int *)value; // RACE
}

static void attach(int *value)
{
	pthread_setspecific(key, value);
}

static void *worker(void *arg)
{
	static int one = 1;

	pthread_mutex_lock(&lock);
	attach(&one);
	total++; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_key_create(&key, end);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return total;
}
