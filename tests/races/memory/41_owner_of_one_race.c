// SPDX-License-Identifier: MIT
/* One variable for all, whose owner is whoever wrote his id last. */
#include <pthread.h>

static struct {
	pthread_t owner;
	long uses;
} shared;

static void *work(void *arg)
{
	shared.owner = pthread_self(); // RACE
	if (pthread_equal(shared.owner, pthread_self())) // RACE
		shared.uses++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return (int)shared.uses; // NORACE
}
