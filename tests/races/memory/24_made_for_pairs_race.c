// SPDX-License-Identifier: MIT
// Every second thread gets an object of its own, and the one after it the same.
#include <pthread.h>
#include <stdlib.h>

struct total {
	int sum;
};

struct job {
	int id;
	struct total *total;
};

static void *work(void *arg)
{
	struct job *j = arg;

	j->total->sum += j->id;	// RACE
	return NULL;
}

int main(void)
{
	pthread_t t[4];
	struct total *shared = NULL;

	for (int i = 0; i < 4; i++) {
		struct job *j = malloc(sizeof(*j));

		if (!j)
			abort();
		if (i % 2 == 0)
			shared = calloc(1, sizeof(*shared));
		j->id = i;
		j->total = shared;
		pthread_create(&t[i], NULL, work, j);
	}
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
