/* SPDX-License-Identifier: MIT */
/* Report: call chains. Wrappers around creation, six calls down to the access. */
#include <pthread.h>

static long depth_sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void leaf(long n)
{
	depth_sum += n; // RACE
}

static void fifth(long n)
{
	leaf(n);
}

static void fourth(long n)
{
	fifth(n);
}

static void third(long n)
{
	fourth(n);
}

static void second(long n)
{
	third(n);
}

static void *first(void *argument)
{
	second(*(const long *)argument);
	return NULL;
}

static void spawn(pthread_t *thread, void *(*run)(void *), void *argument)
{
	pthread_create(thread, NULL, run, argument);
}

static void start_first(pthread_t *thread, long *argument)
{
	spawn(thread, first, argument);
}

static long locked_sum(void)
{
	pthread_mutex_lock(&lock);
	long sum = depth_sum; // RACE
	pthread_mutex_unlock(&lock);
	return sum;
}

int main(void)
{
	static long five = 5;
	pthread_t thread;
	start_first(&thread, &five);
	long before = locked_sum();
	pthread_join(thread, NULL);
	return before > depth_sum; // NORACE
}
