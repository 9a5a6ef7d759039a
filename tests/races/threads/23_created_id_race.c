// SPDX-License-Identifier: MIT
/* As the safe one, but: two threads are created with one id; who is another one; two ids. */
#include <pthread.h>

static pthread_t one, two, again;
static int both, others, each;

static void run(void)
{
	if (pthread_equal(two, pthread_self()) || pthread_equal(one, pthread_self())) // RACE
		both++; // RACE
	if (!pthread_equal(one, pthread_self()))
		others++; // RACE
	if (pthread_equal(again, pthread_self())) // RACE
		each++; // RACE
}

static void *work(void *arg)
{
	run();
	return arg;
}

int main(void)
{
	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL); // RACE
	for (int i = 0; i < 2; i++)
		pthread_create(&again, NULL, work, NULL); // RACE
	run();
	return 0;
}
