// SPDX-License-Identifier: MIT
/* Objects that are made in a loop, and kept in a local array of pointers. What is stored in
 * the array is still there when the loop is over. */
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

	j->result = j->number * 2L; // RACE
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
	for (int i = 0; i < COUNT; i++)
		sum += jobs[i]->result; // RACE
	for (int i = 0; i < COUNT; i++)
		pthread_join(ids[i], NULL);
	return (int)sum;
}
