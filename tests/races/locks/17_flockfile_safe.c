// SPDX-License-Identifier: MIT
/* The lock of a FILE used as a mutex for something else. */
#include <pthread.h>
#include <stdio.h>

static int lines;

static void *first_writer(void *arg)
{
	flockfile(stdout);
	putchar_unlocked('a');
	lines++; // NORACE
	funlockfile(stdout);
	return arg;
}

static void *second_writer(void *arg)
{
	flockfile(stdout);
	lines++; // NORACE
	funlockfile(stdout);
	return arg;
}
// TSAN: reports, it does not know flockfile

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, first_writer, NULL);
	pthread_create(&second, NULL, second_writer, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
