// SPDX-License-Identifier: MIT
/* Two mutexes that one function makes lazily, each in its slot: giving back the one, which a caller
 * has taken, leaves the other. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

typedef pthread_mutex_t *_Atomic slot_t;

static slot_t tree, list;
static int nodes, items, spare;

static bool fill(slot_t *s, pthread_mutex_t *m)
{
	pthread_mutex_t *none = NULL;

	return atomic_compare_exchange_strong(s, &none, m);
}

static pthread_mutex_t *get(slot_t *s)
{
	pthread_mutex_t *m = atomic_load(s);

	if (m)
		return m;
	m = malloc(sizeof *m);
	if (!m)
		abort();
	pthread_mutex_init(m, NULL);
	if (fill(s, m))
		return m;
	pthread_mutex_destroy(m);
	free(m);
	return atomic_load(s);
}

/* Called with both locks held. */
static void leave_tree(void)
{
	pthread_mutex_unlock(get(&tree));
	spare++; // NORACE
}

static void add_item(void)
{
	pthread_mutex_lock(get(&list));
	leave_tree();
	items++; // NORACE
	pthread_mutex_unlock(get(&list));
}

static void *work(void *arg)
{
	pthread_mutex_lock(get(&tree));
	nodes++; // NORACE
	add_item();
	return arg;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, work, NULL);
	work(NULL);
	pthread_join(id, NULL);
	return 0;
}
