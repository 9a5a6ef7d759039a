// SPDX-License-Identifier: MIT
/* The submitter looks into the job after it has given it away. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int state;
	int cost;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *queue;

static struct job *pop(void)
{
	struct job *j;

	pthread_mutex_lock(&lock);
	j = queue; // NORACE
	if (j)
		queue = j->next; // NORACE
	pthread_mutex_unlock(&lock);
	return j;
}

static void *worker(void *arg)
{
	int done = 0;

	while (done < 4) {
		struct job *j = pop();

		if (!j)
			continue;
		j->state = 2; // RACE
		done++;
	}
	return arg;
}

static int submit(int cost)
{
	struct job *j = calloc(1, sizeof(*j));

	j->cost = cost; // NORACE
	j->state = 1; // NORACE
	pthread_mutex_lock(&lock);
	j->next = queue; // NORACE
	queue = j; // NORACE
	pthread_mutex_unlock(&lock);
	return j->state; // RACE
}

int main(void)
{
	pthread_t t;
	int i, waiting = 0;

	pthread_create(&t, NULL, worker, NULL);
	for (i = 0; i < 4; i++)
		waiting += submit(i) == 1;
	pthread_join(t, NULL);
	return waiting > 4;
}
