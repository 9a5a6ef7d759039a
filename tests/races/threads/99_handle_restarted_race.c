// SPDX-License-Identifier: MIT
/* The variable is cleared behind a join, but of the one before: another thread was started in
 * between, whose handle it held. */
#include <pthread.h>
#include <stdlib.h>

struct thread {
	pthread_t id;
};

static struct thread *worker;
static int n;

static void *run(void *arg)
{
	return n ? arg : NULL; // RACE
}

static void begin(void)
{
	struct thread *t = malloc(sizeof(*t));

	if (!t || pthread_create(&t->id, NULL, run, NULL))
		exit(1);
	worker = t;
}

static void restart(void)
{
	pthread_join(worker->id, NULL);
	begin();
	worker = NULL;
}

static void end(void)
{
	if (worker)
		pthread_join(worker->id, NULL);
	n++; // RACE
}

int main(void)
{
	begin();
	restart();
	end();
	return 0;
}
