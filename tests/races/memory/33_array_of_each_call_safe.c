// SPDX-License-Identifier: MIT
/* Each call has its own array of elements, and fills in one before its thread exists; the
 * threads of an earlier call may still run. */
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

	j->number += j->flags; // NORACE
	return NULL;
}

static void start(int flags)
{
	struct job *jobs = calloc(N, sizeof(*jobs));

	if (!jobs)
		exit(1);
	for (int i = 0; i < N; i++) {
		struct job *j = &jobs[i];

		j->number = i; // NORACE
		j->flags = flags; // NORACE
		pthread_create(&j->id, NULL, work, j);
	}
}

int main(int argc, char **argv)
{
	(void)argv;
	start(0);
	start(argc);
	pthread_exit(NULL);
}
