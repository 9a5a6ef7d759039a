// SPDX-License-Identifier: MIT
/* The object's address is stored in the shared table first and filled in later,
 * with a second lock that the readers do not use. */
#include <pthread.h>
#include <stdlib.h>

struct plugin {
	int version;
	int ready;
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t init_lock = PTHREAD_MUTEX_INITIALIZER;
static struct plugin *table[2];

static void *loader(void *arg)
{
	struct plugin *p = calloc(1, sizeof(*p));

	pthread_mutex_lock(&table_lock);
	table[0] = p; // NORACE
	pthread_mutex_unlock(&table_lock);
	pthread_mutex_lock(&init_lock);
	p->version = 3; // RACE
	pthread_mutex_unlock(&init_lock);
	return arg;
}

static void *user(void *arg)
{
	int i, version = 0;

	for (i = 0; i < 50; i++) {
		pthread_mutex_lock(&table_lock);
		if (table[0]) // NORACE
			version += table[0]->version; // RACE
		pthread_mutex_unlock(&table_lock);
	}
	return version ? NULL : arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, loader, NULL);
	pthread_create(&second, NULL, user, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
