// SPDX-License-Identifier: MIT
/* Creation may fail: the join is skipped then, and there is nobody to race with. */
#include <pthread.h>

static int total;

static void *helper(void *arg)
{
	total += 5; // NORACE
	return arg;
}

int main(void)
{
	pthread_t t;
	int started = pthread_create(&t, NULL, helper, NULL) == 0;

	if (started)
		pthread_join(t, NULL);
	total++; // NORACE
	return 0;
}
