// SPDX-License-Identifier: MIT
/* Static locals are shared, automatic ones are not. */
#include <pthread.h>

static int next_id(void)
{
	static int last;

	last++; // RACE
	return last; // RACE
}

static void *worker(void *arg)
{
	return next_id() > 100 ? arg : NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
