// SPDX-License-Identifier: MIT
/* A caller has set the member before it calls: a number that says what is not done, a helper in between, the test
 * turned round. */
#include <pthread.h>

struct job {
	int dry, level;
	long done, tried;
};

static void note(struct job *j)
{
	if (!j->dry)
		j->done++; // NORACE
}

static void step(struct job *j)
{
	if (j->level == 0)
		note(j);
	else if (j->dry)
		return;
	else
		j->tried++; // NORACE
}

static void *watch(void *arg)
{
	struct job *j = arg;

	return j->done + j->tried ? arg : 0; // NORACE
}

static void try_out(struct job *j)
{
	j->dry = 1;
	step(j);
	step(j);
}

int main(void)
{
	static struct job job;
	pthread_t id;

	step(&job);
	pthread_create(&id, 0, watch, &job);
	try_out(&job);
	pthread_join(id, 0);
	job.dry = 0;
	step(&job);
	return (int)job.done; // NORACE
}
