// SPDX-License-Identifier: MIT
/* Bit-fields that share a unit need the same lock. */
#include <pthread.h>

struct node {
	pthread_mutex_t lock;
	unsigned dirty : 1;
	unsigned locked : 1;
	unsigned count : 6;
};

static struct node node = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void *marker(void *arg)
{
	pthread_mutex_lock(&node.lock);
	node.dirty = 1; // RACE
	pthread_mutex_unlock(&node.lock);
	return arg;
}

static void *counter(void *arg)
{
	node.count++; // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, marker, NULL);
	pthread_create(&second, NULL, counter, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
