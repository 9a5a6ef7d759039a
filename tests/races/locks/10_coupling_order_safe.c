// SPDX-License-Identifier: MIT
/* Lock coupling orders even the access after the element's own unlock: whoever comes
 * behind must first have the next element's lock, which is still held. */
#include <pthread.h>

struct node {
	pthread_mutex_t lock;
	struct node *next;
	int value;
};

static struct node last = { PTHREAD_MUTEX_INITIALIZER, NULL, 0 };
static struct node first = { PTHREAD_MUTEX_INITIALIZER, &last, 0 };

static void *worker(void *arg)
{
	pthread_mutex_lock(&first.lock);
	pthread_mutex_lock(&last.lock);
	first.value++; // NORACE
	pthread_mutex_unlock(&first.lock);
	first.value++; // NORACE
	last.value++; // NORACE
	pthread_mutex_unlock(&last.lock);
	return arg;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
