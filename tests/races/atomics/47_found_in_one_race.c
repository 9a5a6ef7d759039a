// SPDX-License-Identifier: MIT
/* Who frees what he has found in an atomic pointer meets others who have just read it: both have
 * found it in one variable, whatever of several objects it is. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
	int level;
};

static _Atomic(struct config *) current, *place = &current;

static struct config *renew(int level)
{
	struct config *c = malloc(sizeof(*c));

	if (c)
		c->level = level;
	return c;
}

static void *reader(void *arg)
{
	struct config *c = atomic_load(&current);

	return c && c->level > 2 ? arg : NULL; // RACE
}

static void replace(struct config *c)
{
	struct config *old = atomic_load(&current);

	atomic_store(&current, c);
	free(old); // RACE
}

int main(void)
{
	static struct config first;
	pthread_t t;

	atomic_store(place, renew(1));
	pthread_create(&t, NULL, reader, &first);
	replace(renew(2));
	replace(calloc(1, sizeof(struct config)));
	pthread_join(t, NULL);
	return 0;
}
