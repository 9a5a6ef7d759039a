// SPDX-License-Identifier: MIT
/* A server with a thread for each request; the request is touched and freed by the
 * server although there is a thread. */
#include <pthread.h>
#include <stdlib.h>

struct request {
	int number, answer;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int active;

static void count(int by)
{
	pthread_mutex_lock(&lock);
	active += by; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *answer(void *arg)
{
	struct request *r = arg;

	r->answer = r->number + 1; // RACE
	count(-1);
	return NULL;
}

int main(void)
{
	for (int i = 0; i < 100; i++) {
		struct request *r = malloc(sizeof(*r));
		pthread_t t;

		r->number = i; // NORACE
		count(1);
		if (pthread_create(&t, NULL, answer, r) == 0) {
			r->answer = -1; // RACE
			count(-1);
			free(r); // RACE
			pthread_detach(t);
		}
	}
	return 0;
}
