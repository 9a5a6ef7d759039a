// SPDX-License-Identifier: MIT
// The second thread may get the id of the first, which is gone, and find it in 'owner'.
#include <pthread.h>

static pthread_t owner;
static int n;

static void *first(void *arg)
{
	owner = pthread_self(); // NORACE
	return arg;
}

static void *second(void *arg)
{
	if (pthread_equal(pthread_self(), owner)) // NORACE
		n++; // FN the id of a thread that has ended may be given again
	return arg;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, first, NULL);
	pthread_join(id, NULL);
	pthread_create(&id, NULL, second, NULL);
	n++; // FN likewise
	pthread_join(id, NULL);
	return n;
}
