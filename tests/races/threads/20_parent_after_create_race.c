// SPDX-License-Identifier: MIT
/* The parent writes while the child runs, or after it has ended. */
#include <pthread.h>

static int progress;

static void *child(void *arg)
{
	progress++; // RACE
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, child, NULL);
	progress = 100; // RACE
	pthread_join(t, NULL);
	return progress; // NORACE
}
