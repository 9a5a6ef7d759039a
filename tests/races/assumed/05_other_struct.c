// SPDX-License-Identifier: MIT
/* One line calls a function with a struct it does not take. That is undefined, but goes well:
 * it does not look at it. As another function of the table takes that struct, this
 * one is taken for a mistake. */
#include <pthread.h>

struct job {
	char *name;
};

struct cell {
	float x, y;
};

static int cells, jobs;

static void on_job(struct job *j)
{
	j->name = 0;
	jobs++; // RACE
}

static void on_cell(struct cell *c)
{
	(void)c;
	cells++; // FN the call passes another struct (soundness 5)
}

static void (*const hooks[])(struct job *) = {on_job, (void (*)(struct job *))on_cell};

static void run(struct job *j)
{
	for (int i = 0; i < 2; i++)
		hooks[i](j);
}

static void *work(void *arg)
{
	struct job j = {0};

	run(&j);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	return cells + jobs;
}
