// SPDX-License-Identifier: MIT
// A number that nobody writes while threads run is the same at every look, also
// when locks are taken and released in between.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int threaded;
static int count, calls;

static void enter(void)
{
	if (threaded) // NORACE
		pthread_mutex_lock(&lock);
}

static void leave(void)
{
	if (threaded) // NORACE
		pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	if (threaded) // NORACE
		pthread_mutex_lock(&lock);
	pthread_mutex_lock(&other);
	calls++; // NORACE
	pthread_mutex_unlock(&other);
	if (threaded) // NORACE
		count++; // NORACE
	if (threaded) // NORACE
		pthread_mutex_unlock(&lock);
	if (!threaded) // NORACE
		return arg;
	enter();
	count++; // NORACE
	leave();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	threaded = 1; // NORACE
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return count + calls; // NORACE
}
