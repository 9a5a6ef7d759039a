// SPDX-License-Identifier: MIT
/* The pointer is atomic, what it points to is not. */
#include <pthread.h>
#include <stdatomic.h>

struct config {
	int level;
};

static struct config configs[2];
static _Atomic(struct config *) active = &configs[0];

static void *admin(void *arg)
{
	configs[1].level = 5; // NORACE
	atomic_store(&active, &configs[1]); // NORACE
	return arg;
}

static void *user(void *arg)
{
	struct config *c = atomic_load(&active); // NORACE

	return c->level > 9 ? arg : NULL; // NORACE
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, admin, NULL);
	pthread_create(&second, NULL, user, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
