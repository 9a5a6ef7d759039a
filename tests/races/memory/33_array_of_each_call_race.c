// SPDX-License-Identifier: MIT
/* The calls use the same array, and fill in an element before its thread exists; but the
 * thread of that element that an earlier call has created may still run. */
#include <pthread.h>
#include <stdlib.h>

#define N 4

struct job {
	pthread_t id;
	int number, flags;
};

static void *work(void *arg)
{
	struct job *j = arg;

	j->number += j->flags; // RACE
	return NULL;
}

static void start(struct job *jobs, int flags)
{
	for (int i = 0; i < N; i++) {
		struct job *j = &jobs[i];

		j->number = i; // RACE
		j->flags = flags; // RACE
		pthread_create(&j->id, NULL, work, j);
	}
}

int main(int argc, char **argv)
{
	struct job *jobs = calloc(N, sizeof(*jobs));

	(void)argv;
	if (!jobs)
		exit(1);
	start(jobs, 0);
	start(jobs, argc);
	pthread_exit(NULL);
}
