// SPDX-License-Identifier: MIT
/* A table on the stack is the thread's own; what its elements point to is not. */
#include <pthread.h>

static long left, right;

static void *work(void *arg)
{
	long *table[2] = {&left, &right};

	++*table[*(int *)arg]; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int which = 1;

	pthread_create(&a, NULL, work, &which);
	pthread_create(&b, NULL, work, &which);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return left == right; // NORACE
}
