// SPDX-License-Identifier: MIT
/* Elements hold a pointer to the lock they share, set once before the threads. */
#include <pthread.h>

struct part {
	pthread_mutex_t *lock;
	int amount;
};

static pthread_mutex_t even = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t odd = PTHREAD_MUTEX_INITIALIZER;
static struct part first_part = { &even, 0 };
static struct part second_part = { &odd, 0 };

static void use(struct part *p)
{
	pthread_mutex_lock(p->lock); // NORACE
	p->amount++; // RACE
	pthread_mutex_unlock(p->lock); // NORACE
}

static void *worker(void *arg)
{
	use(&first_part);
	use(&second_part);
	return arg;
}

static void *other(void *arg)
{
	use(&first_part);
	pthread_mutex_lock(first_part.lock); // NORACE
	second_part.amount = 0; // RACE
	pthread_mutex_unlock(first_part.lock); // NORACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, other, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
