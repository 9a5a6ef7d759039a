// SPDX-License-Identifier: MIT
/* What is done before the flag is set is ordered; what the same thread does after that is
 * not, though it looks the same. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, value;

static void *consumer(void *arg)
{
	pthread_mutex_lock(&lock);
	while (!ready) // NORACE
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	value++; // RACE
	return arg;
}

static void *producer(void *arg)
{
	value = 1; // FP listed beside the race of the other two
	pthread_mutex_lock(&lock);
	ready = 1; // NORACE
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	value = 2; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, consumer, NULL);
	pthread_create(&b, NULL, producer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return value;
}
