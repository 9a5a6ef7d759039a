// SPDX-License-Identifier: MIT
// The id of the calling thread, compared with one that the main thread has stored.
#include <pthread.h>
#include <sys/types.h>

extern pid_t gettid(void);

static pid_t owner, second;
static int mine, any;

static void touch(void)
{
	if (gettid() == owner)
		mine++; // NORACE
	else if (second == gettid()) // RACE
		any++; // RACE
}

static void *work(void *arg)
{
	second = gettid(); // RACE
	touch();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	owner = gettid();
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	touch();
	any++; // RACE
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
