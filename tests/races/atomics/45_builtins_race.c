// SPDX-License-Identifier: MIT
/* The __atomic builtins on a plain int; the twin forgets one. */
#include <pthread.h>

static int users;

static void *enter(void *arg)
{
	__atomic_add_fetch(&users, 1, __ATOMIC_SEQ_CST); // RACE
	return arg;
}

static void *leave(void *arg)
{
	users--; // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, enter, NULL);
	pthread_create(&second, NULL, leave, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
