// SPDX-License-Identifier: MIT
/* As 41_array_of_made_race.c, but each thread is joined before its object is looked at. That
 * it is the object of that thread is not proved, but no race is shown. */
#include <pthread.h>
#include <stdlib.h>

enum { COUNT = 4 };

struct job {
	int number;
	long result;
};

static void *work(void *arg)
{
	struct job *j = arg;

	j->result = j->number * 2L; // NORACE
	return NULL;
}

int main(void)
{
	struct job *jobs[COUNT];
	pthread_t ids[COUNT];
	long sum = 0;

	for (int i = 0; i < COUNT; i++) {
		jobs[i] = calloc(1, sizeof(*jobs[i]));
		jobs[i]->number = i; // NORACE
		pthread_create(&ids[i], NULL, work, jobs[i]);
	}
	for (int i = 0; i < COUNT; i++) {
		pthread_join(ids[i], NULL);
		sum += jobs[i]->result; // NORACE
		free(jobs[i]); // NORACE
	}
	return (int)sum;
}
