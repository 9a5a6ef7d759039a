// SPDX-License-Identifier: MIT
// Flags are cleared before the thread that sets them is started; what comes after
// waiting for them does happen.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct box {
	int *value;
};

static int done, result;
static atomic_int step;
static int between;

static void *work(void *arg)
{
	struct box *b = arg;
	int *v = malloc(sizeof(*v));

	result = 42; // RACE
	done = 1; // RACE
	b->value = v; // RACE
	*v = 5; // RACE
	atomic_store(&step, 2);
	between++; // RACE
	return NULL;
}

int main(void)
{
	struct box b = {NULL};
	pthread_t t;

	done = 0; // NORACE
	atomic_store(&step, 0);
	pthread_create(&t, NULL, work, &b);
	while (!done) // RACE
		usleep(1);
	printf("%d\n", result); // RACE
	if (b.value) // RACE
		printf("%d\n", *b.value); // RACE
	atomic_store(&step, 1);
	if (atomic_load(&step) == 2)
		between++; // RACE
	pthread_join(t, NULL);
	return 0;
}
