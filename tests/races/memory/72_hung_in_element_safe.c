// SPDX-License-Identifier: MIT
// What is hung into the element of a thread that is not there yet: the threads of other elements
// never look there.
#include <pthread.h>
#include <stdlib.h>

struct job {
	pthread_t id;
	int *start;
	long n;
};

static void *run(void *arg)
{
	struct job *j = arg;

	j->n += *j->start;	// FP each thread has the block of its own element
	return NULL;
}

int main(int argc, char **argv)
{
	struct job *jobs = calloc(argc, sizeof *jobs);
	long sum = 0;

	(void)argv;
	for (int i = 0; i < argc; i++) {
		struct job *j = &jobs[i];

		j->start = malloc(sizeof *j->start);
		*j->start = i;	// FP nobody else has it yet
		pthread_create(&j->id, NULL, run, j);
	}
	for (int i = 0; i < argc; i++) {
		pthread_join(jobs[i].id, NULL);
		sum += jobs[i].n;	// NORACE
	}
	return (int)sum;
}
