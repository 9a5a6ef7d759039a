// SPDX-License-Identifier: MIT
/* Who has found that he need not stop yet has not waited for anybody. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int stop;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int quit;
static long counter, counted;

static void *worker(void *arg)
{
	while (!atomic_load(&stop))
		counter++; // RACE
	return arg;
}

static void *other(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&m);
		if (quit)
			break;
		pthread_mutex_unlock(&m);
		counted++; // RACE
	}
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, other, NULL);
	counter = 0; // RACE
	counted = 0; // RACE
	sleep(1);
	atomic_store(&stop, 1);
	pthread_mutex_lock(&m);
	quit = 1;
	pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return (int)(counter + counted); // NORACE
}
