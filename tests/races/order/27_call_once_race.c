// SPDX-License-Identifier: MIT
/* C11 call_once behind an accessor, and a reader that goes around it. */
#include <threads.h>

struct registry {
	int entries;
	int version;
};

static once_flag flag = ONCE_FLAG_INIT;
static struct registry registry;

static void registry_init(void)
{
	registry.entries = 3; // NORACE
	registry.version = 1; // RACE
}

static struct registry *registry_get(void)
{
	call_once(&flag, registry_init);
	return &registry;
}

static int user(void *arg)
{
	struct registry *r = registry_get();

	return r->entries + r->version; // NORACE
}

static int other(void *arg)
{
	return registry.version; // RACE
}

int main(void)
{
	thrd_t first, second;

	thrd_create(&first, user, NULL);
	thrd_create(&second, other, NULL);
	thrd_join(first, NULL);
	thrd_join(second, NULL);
	return 0;
}
// TSAN: misses, C11 threads are not intercepted
