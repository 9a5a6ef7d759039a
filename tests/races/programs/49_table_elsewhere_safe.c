// SPDX-License-Identifier: MIT
/* As 49_table_elsewhere_race.c, with a lock: tables that are defined elsewhere, of unknown length. */
#include <pthread.h>
#include <stddef.h>

struct entry {
	long key;
	int *value;
};

extern int *slots[];
extern struct entry entries[];
extern struct entry many[1000];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	slots[2][1]++;	     // NORACE
	*entries[70].value = 1; // NORACE
	*many[900].value = 1;   // NORACE
	slots[4][1]++; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
