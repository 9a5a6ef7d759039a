// SPDX-License-Identifier: MIT
/* Made, given to a thread, and touched again in the next round of the loop: the name of
 * what is made there is the same, and the thread of the last round has it. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	int n;
};

static void *work(void *arg)
{
	struct job *j = arg;

	j->n++; // RACE
	return NULL;
}

static void start(pthread_t *t, int count)
{
	struct job *last = NULL;

	for (int i = 0; i < count; i++) {
		struct job *j = calloc(1, sizeof(*j));

		if (!j)
			abort();
		if (last)
			last->n = i; // RACE
		pthread_create(&t[i], NULL, work, j);
		last = j;
	}
}

int main(void)
{
	pthread_t t[4];

	start(t, 4);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
