/* SPDX-License-Identifier: MIT */
/* Report: lock modes. A cache of a setting is filled in under the read lock. */
#include <pthread.h>
#include <stdio.h>

struct config {
	pthread_rwlock_t lock;
	int level;
	int cached_level;
};

static struct config config = {.lock = PTHREAD_RWLOCK_INITIALIZER};

static int config_level(struct config *c)
{
	pthread_rwlock_rdlock(&c->lock);
	c->cached_level = c->level * 2; // RACE
	int level = c->level;
	pthread_rwlock_unlock(&c->lock);
	return level;
}

static void *reader(void *argument)
{
	struct config *c = argument;
	printf("%d\n", config_level(c));
	return NULL;
}

int main(void)
{
	pthread_t readers[2];
	pthread_create(&readers[0], NULL, reader, &config);
	pthread_create(&readers[1], NULL, reader, &config);
	pthread_rwlock_wrlock(&config.lock);
	config.level = 3;
	config.cached_level = 6; // NORACE
	pthread_rwlock_unlock(&config.lock);
	pthread_join(readers[0], NULL);
	pthread_join(readers[1], NULL);
	return 0;
}
