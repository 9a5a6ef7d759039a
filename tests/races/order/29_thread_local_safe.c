// SPDX-License-Identifier: MIT
/* One variable for each thread, or one for all. */
#include <pthread.h>

static _Thread_local int depth;
static __thread char scratch[16];

static void descend(int n)
{
	depth++; // NORACE
	scratch[0] = (char)n; // NORACE
	if (n > 0)
		descend(n - 1);
	depth--; // NORACE
}

static void *worker(void *arg)
{
	descend(3);
	return depth ? arg : NULL; // NORACE
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
