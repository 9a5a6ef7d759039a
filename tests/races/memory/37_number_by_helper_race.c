// SPDX-License-Identifier: MIT
/* A helper changes the number that the caller has looked at before. */
#include <pthread.h>
#include <stdlib.h>

struct box {
	int on;
	int used;
};

static struct box box;
static int counter;

static void arm(struct box *b)
{
	b->on = rand();
}

static void *worker(void *arg)
{
	struct box *b = arg;

	if (b->on)
		return NULL;
	arm(b);
	if (b->on)
		counter++; // RACE
	return NULL;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, worker, &box);
	counter = 1; // RACE
	pthread_join(id, NULL);
	return 0;
}
