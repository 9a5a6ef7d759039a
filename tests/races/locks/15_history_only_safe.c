// SPDX-License-Identifier: MIT
/* Only the pair that the acquisition histories exclude; the twin drops one of the
 * inner acquisitions. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *forward(void *arg)
{
	pthread_mutex_lock(&outer);
	pthread_mutex_lock(&inner);
	pthread_mutex_unlock(&inner);
	x++; // NORACE
	pthread_mutex_unlock(&outer);
	return arg;
}

static void *backward(void *arg)
{
	pthread_mutex_lock(&inner);
	pthread_mutex_lock(&outer);
	pthread_mutex_unlock(&outer);
	x--; // NORACE
	pthread_mutex_unlock(&inner);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, forward, NULL);
	usleep(20000); /* the two can deadlock */
	pthread_create(&second, NULL, backward, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
