// SPDX-License-Identifier: MIT
/* One variable for each thread, or one for all. */
#include <pthread.h>

static int depth;
static char scratch[16];

static void descend(int n)
{
	depth++; // RACE
	scratch[0] = (char)n; // RACE
	if (n > 0)
		descend(n - 1);
	depth--; // RACE
}

static void *worker(void *arg)
{
	descend(3);
	return depth ? arg : NULL; // RACE
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
