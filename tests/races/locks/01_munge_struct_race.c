// SPDX-License-Identifier: MIT
/* Lock and datum travel together in a struct of two pointers. */
#include <pthread.h>

struct guarded {
	pthread_mutex_t *lock;
	int *value;
};

static pthread_mutex_t a_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b_lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void bump(const struct guarded *g)
{
	pthread_mutex_lock(g->lock);
	*g->value += 1; // RACE
	pthread_mutex_unlock(g->lock);
}

static void *one(void *arg)
{
	struct guarded first = { &a_lock, &a };
	struct guarded second = { &b_lock, &b };

	bump(&first);
	bump(&second);
	return arg;
}

static void *two(void *arg)
{
	struct guarded mine = { &a_lock, &b };

	bump(&mine);
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
