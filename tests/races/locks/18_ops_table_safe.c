// SPDX-License-Identifier: MIT
/* Lock and unlock are called through function pointers in a table. */
#include <pthread.h>

struct lock_ops {
	void (*lock)(pthread_mutex_t *);
	void (*unlock)(pthread_mutex_t *);
};

static void real_lock(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
}

static void real_unlock(pthread_mutex_t *m)
{
	pthread_mutex_unlock(m);
}

static const struct lock_ops real_ops = { real_lock, real_unlock };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int credits;

static void spend(const struct lock_ops *ops, int n)
{
	ops->lock(&m);
	credits -= n; // NORACE
	ops->unlock(&m);
}

static void *one(void *arg)
{
	spend(&real_ops, 1);
	return arg;
}

static void *two(void *arg)
{
	spend(&real_ops, 2);
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
