// SPDX-License-Identifier: MIT
/* The address of a thread's own variable is given to a thread, inside a struct. */
#include <pthread.h>

struct job {
	int *result;
};

static _Thread_local int own;

static void *work(void *arg)
{
	struct job *j = arg;

	*j->result = 1; // RACE
	return NULL;
}

static void start(pthread_t *t, struct job *j, int *result)
{
	j->result = result;
	pthread_create(t, NULL, work, j);
}

int main(void)
{
	struct job j;
	pthread_t t;

	start(&t, &j, &own);
	own = 2; // RACE
	pthread_join(t, NULL);
	return own; // NORACE
}
