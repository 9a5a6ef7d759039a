// SPDX-License-Identifier: MIT
// Assumption 54: a number that is made an int fits in one. This one does not, so it is zero.
#include <pthread.h>

static int n;

static void count(long number)
{
	if ((int)number == 0)
		n++;	// FN the int is taken to be the whole number
}

static void *work(void *arg)
{
	count(1L << 32);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, work, NULL);
	pthread_create(&t[1], NULL, work, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
