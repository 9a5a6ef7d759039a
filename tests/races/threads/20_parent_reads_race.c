// SPDX-License-Identifier: MIT
/* A result read before and after the join. */
#include <pthread.h>

struct job {
	int input;
	int output;
};

static void *square(void *arg)
{
	struct job *j = arg;

	j->output = j->input * j->input; // RACE
	return NULL;
}

int main(void)
{
	struct job job = { 7, 0 };
	pthread_t t;
	int early = 0;

	pthread_create(&t, NULL, square, &job);
	early += job.input; // NORACE
	early += job.output; // RACE
	pthread_join(t, NULL);
	return early + job.output; // NORACE
}
