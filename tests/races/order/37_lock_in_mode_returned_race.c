// SPDX-License-Identifier: MIT
/* A lock that is only taken where something was found, and released by a function whose result is asked for: it
 * is not held behind that. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int threads, sum, calls;

static int get(void)
{
	pthread_mutex_lock(&lock);
	int n = sum; // RACE
	pthread_mutex_unlock(&lock);
	return n;
}

static void add(int n)
{
	if (threads)
		pthread_mutex_lock(&lock);
	sum += n; // RACE
	if (threads)
		pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	if (threads) {
		add(1);
		if (get() > 3)
			sum = 0; // RACE
	}
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id[2];

	(void)argv;
	threads = argc - 1;
	calls = 0;
	if (!threads) {
		work(NULL);
		return sum;
	}
	pthread_create(&id[0], NULL, work, NULL);
	pthread_create(&id[1], NULL, work, NULL);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return sum + calls; // NORACE
}
