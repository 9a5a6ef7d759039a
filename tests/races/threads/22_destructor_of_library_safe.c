// SPDX-License-Identifier: MIT
/* A destructor of a library is called by the loader, when nobody calls the library any more; no
 * pointer of the program is one to it. */
#include <pthread.h>

struct ops {
	void (*query)(void);
};

static int table, entries;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void forget(void)
{
	entries = 0; // NORACE
}

__attribute__((destructor)) static void leave(void)
{
	table = 0; // NORACE
	forget();
}

void put(int value)
{
	pthread_mutex_lock(&lock);
	table = value; // NORACE
	entries++;     // NORACE
	pthread_mutex_unlock(&lock);
}

void query(const struct ops *o)
{
	o->query();
}
