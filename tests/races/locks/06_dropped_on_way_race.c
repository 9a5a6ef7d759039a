// SPDX-License-Identifier: MIT
/* Called with the lock held, run() gives it up on two of its three ways and remembers that
 * in the object, but does not go by that alone. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	int given_up;
	int work;
	int urgent;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int queue_length;
static int retries;

static void run(struct job *j)
{
	if (j->work > 3) {
		pthread_mutex_unlock(&m);
		j->given_up = 1;
	} else if (j->urgent) {
		pthread_mutex_unlock(&m);
		j->given_up = 1;
	} else {
		j->given_up = 0;
	}
	if (j->work > 5 || !j->given_up) {
		queue_length++; // RACE
		pthread_mutex_unlock(&m);
	} else {
		pthread_mutex_lock(&m);
		retries++; // NORACE
		pthread_mutex_unlock(&m);
	}
}

static void *worker(void *arg)
{
	struct job j = {0, rand() % 8, rand() % 2};

	pthread_mutex_lock(&m);
	run(&j);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return queue_length + retries;
}
