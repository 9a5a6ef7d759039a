// SPDX-License-Identifier: MIT
// The id of the calling thread, compared with one that the main thread has stored.
#include <pthread.h>
static pthread_t owner, second;
static int mine, any;

static void touch(void)
{
	if (pthread_equal(pthread_self(), owner))
		mine++; // NORACE
	else if (pthread_equal(pthread_self(), second)) // RACE
		any++; // RACE
}

static void *work(void *arg)
{
	second = pthread_self(); // RACE
	touch();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	owner = pthread_self();
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	touch();
	any++; // RACE
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
