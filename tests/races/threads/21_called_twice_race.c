// SPDX-License-Identifier: MIT
/* Both calls create a thread for each number. */
#include <pthread.h>

struct job {
	int n;
};

static struct job jobs[4];

static void *worker(void *arg)
{
	struct job *j = arg;

	j->n++; // RACE
	return NULL;
}

static void launch(void)
{
	pthread_t id;

	for (int i = 0; i < 4; i++)
		pthread_create(&id, NULL, worker, &jobs[i]);
}

int main(void)
{
	launch();
	launch();
	pthread_exit(NULL);
}
