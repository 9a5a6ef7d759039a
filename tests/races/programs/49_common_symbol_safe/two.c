// SPDX-License-Identifier: MIT
#include <pthread.h>

int shared_total = 1;
pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;

void *one(void *arg);

static void *two(void *arg)
{
	pthread_mutex_lock(&total_lock);
	shared_total += 2; // NORACE
	pthread_mutex_unlock(&total_lock);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, one, NULL);
	pthread_create(&second, NULL, two, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
