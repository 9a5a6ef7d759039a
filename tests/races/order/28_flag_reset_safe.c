// SPDX-License-Identifier: MIT
// A flag that is only used before the thread is started, and after it has ended.
#include <pthread.h>

static int done, result;

static void *work(void *arg)
{
	result = 42; // NORACE
	done = 1; // NORACE
	return arg;
}

int main(void)
{
	pthread_t t;

	done = 0; // NORACE
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	if (done) // NORACE
		result++; // NORACE
	return result; // NORACE
}
