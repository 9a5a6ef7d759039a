// SPDX-License-Identifier: MIT
/* What was in an atomic pointer is freed when nobody reads it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
	int level;
};

static _Atomic(struct config *) current;

static void *reader(void *arg)
{
	struct config *c = atomic_load(&current);

	return c && c->level > 2 ? arg : NULL; // NORACE
}

int main(void)
{
	struct config *old;
	pthread_t t;

	old = calloc(1, sizeof(*old));
	if (old)
		old->level = 3; // NORACE
	atomic_store(&current, old);
	pthread_create(&t, NULL, reader, NULL);
	old = atomic_exchange(&current, calloc(1, sizeof(*old)));
	pthread_join(t, NULL);
	free(old); // NORACE
	return 0;
}
