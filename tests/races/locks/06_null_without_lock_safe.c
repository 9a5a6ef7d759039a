// SPDX-License-Identifier: MIT
/* RELAY, Figure 11: the helper returns NULL without the lock, an entry with it. */
#include <pthread.h>
#include <stddef.h>

struct swap_info {
	int users;
	int flags;
};

static pthread_mutex_t swap_lock = PTHREAD_MUTEX_INITIALIZER;
static struct swap_info swap_table[4];

static struct swap_info *swap_info_get(unsigned entry)
{
	struct swap_info *p;

	if (!entry)
		goto out;
	p = &swap_table[entry % 4];
	pthread_mutex_lock(&swap_lock);
	return p;
out:
	return NULL;
}

static void swap_free(unsigned entry)
{
	struct swap_info *p = swap_info_get(entry);

	if (p) {
		p->users--; // NORACE
		pthread_mutex_unlock(&swap_lock);
	}
}

static void *reaper(void *arg)
{
	unsigned i;

	for (i = 0; i < 8; i++)
		swap_free(i);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, reaper, NULL);
	pthread_create(&second, NULL, reaper, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
