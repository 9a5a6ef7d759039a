// SPDX-License-Identifier: MIT
/* Survey, section 5: p is &a or &b; the same pointer names lock and datum. */
#include <pthread.h>

struct cell {
	int datum;
	pthread_mutex_t lock;
};

static struct cell a = { 0, PTHREAD_MUTEX_INITIALIZER };
static struct cell b = { 0, PTHREAD_MUTEX_INITIALIZER };

static void *worker(void *arg)
{
	int which = *(int *)arg;
	struct cell *p = which ? &a : &b;

	pthread_mutex_lock(&p->lock);
	p->datum++; // NORACE
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

int main(void)
{
	static int choice[2] = { 0, 1 };
	pthread_t first, second, third;

	pthread_create(&first, NULL, worker, &choice[0]);
	pthread_create(&second, NULL, worker, &choice[1]);
	pthread_create(&third, NULL, worker, &choice[1]);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	pthread_join(third, NULL);
	return 0;
}
