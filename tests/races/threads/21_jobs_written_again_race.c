// SPDX-License-Identifier: MIT
/* The second round writes the arguments of threads that the first one has created. */
#include <pthread.h>

struct job {
	int n;
};

static struct job jobs[4];

static void *worker(void *arg)
{
	struct job *j = arg;

	return (void *)(long)j->n; // RACE
}

static void launch(int n)
{
	pthread_t id;

	for (int i = 0; i < 4; i++) {
		jobs[i].n = n; // RACE
		pthread_create(&id, NULL, worker, &jobs[i]);
	}
}

int main(void)
{
	launch(1);
	launch(2);
	pthread_exit(NULL);
}
