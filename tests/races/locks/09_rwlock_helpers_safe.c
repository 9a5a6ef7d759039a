// SPDX-License-Identifier: MIT
/* Read and write side behind helpers; the twin calls the wrong one. */
#include <pthread.h>

struct config {
	pthread_rwlock_t lock;
	int limit;
};

static struct config config = { PTHREAD_RWLOCK_INITIALIZER, 10 };

static void config_read(struct config *c)
{
	pthread_rwlock_rdlock(&c->lock);
}

static void config_write(struct config *c)
{
	pthread_rwlock_wrlock(&c->lock);
}

static void config_done(struct config *c)
{
	pthread_rwlock_unlock(&c->lock);
}

static void *raiser(void *arg)
{
	struct config *c = &config;

	config_write(c);
	c->limit++; // NORACE
	config_done(c);
	return arg;
}

static void *checker(void *arg)
{
	int limit;

	config_read(&config);
	limit = config.limit; // NORACE
	config_done(&config);
	config_write(&config);
	config.limit = limit + 1; // NORACE
	config_done(&config);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, raiser, NULL);
	pthread_create(&second, NULL, checker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
