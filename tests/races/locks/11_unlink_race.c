// SPDX-License-Identifier: MIT
/* An element taken off its list under the lock belongs to the taker; one that is
 * only found there does not. */
#include <pthread.h>
#include <stdlib.h>

struct task {
	struct task *next;
	int state;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct task *queue;

static void put(struct task *t)
{
	pthread_mutex_lock(&lock);
	t->next = queue;
	queue = t; // NORACE
	pthread_mutex_unlock(&lock);
}

static struct task *get(void)
{
	struct task *t;

	pthread_mutex_lock(&lock);
	t = queue; // NORACE
	pthread_mutex_unlock(&lock);
	return t;
}

static void *worker(void *arg)
{
	struct task *t = get();

	if (t) {
		t->state++; // RACE
	}
	return arg;
}

int main(void)
{
	pthread_t first, second;
	int i;

	for (i = 0; i < 2; i++)
		put(calloc(1, sizeof(struct task)));
	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
