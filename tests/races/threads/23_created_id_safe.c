// SPDX-License-Identifier: MIT
/* Only the thread whose id was stored when it was created gets there: asked directly, by a
 * function that tells, by numbers, and with the condition turned round. */
#include <pthread.h>

struct loop {
	pthread_t thread;
	int on;
};
static struct loop loop;
static pthread_t other;
static int direct, told, turned, number;

static int in_loop(void)
{
	return pthread_equal(pthread_self(), loop.thread);
}

static void run(void)
{
	if (pthread_equal(loop.thread, pthread_self()))
		direct++; // NORACE
	if (in_loop())
		told++; // NORACE
	if (!pthread_equal(loop.thread, pthread_self()))
		return;
	turned++; // NORACE
	if (other == pthread_self()) // RACE the id itself
		number++; // NORACE
}

static void *work(void *arg)
{
	run();
	return arg;
}

int main(void)
{
	pthread_t third;

	pthread_create(&loop.thread, NULL, work, NULL); // NORACE
	pthread_create(&other, NULL, work, NULL); // RACE the id itself
	pthread_create(&third, NULL, work, NULL);
	run();
	return 0;
}
