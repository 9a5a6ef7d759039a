// SPDX-License-Identifier: MIT
/* A helper that joins the thread if there is one; whether there is, the object says. */
#include <pthread.h>

struct job {
	pthread_t thread;
	int started;
};

static int result;

static void *run(void *arg)
{
	struct job *j = arg;

	result += j->started; // NORACE
	return NULL;
}

static void job_start(struct job *j)
{
	j->started = 1; // NORACE
	pthread_create(&j->thread, NULL, run, j);
}

static void job_stop(struct job *j)
{
	if (j->started)
		pthread_join(j->thread, NULL);
	j->started = 0; // NORACE
}

int main(void)
{
	struct job job = {0};

	job_start(&job);
	job_stop(&job);
	return result; // NORACE
}
