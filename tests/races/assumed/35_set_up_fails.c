// SPDX-License-Identifier: MIT
/* The set-up may fail, and nobody looks whether it has: then the threads do it again. */
#include <pthread.h>
#include <stdlib.h>

static int ready;
static char *table;
static int size;

static int set_up(void)
{
	if (ready) // FN the set-up is taken to have succeeded
		return 0;
	table = malloc(64); // FN the set-up is taken to have succeeded
	if (!table)
		return -1;
	size = 64; // FN the set-up is taken to have succeeded
	ready = 1; // FN the set-up is taken to have succeeded
	return 0;
}

static void *work(void *arg)
{
	(void)arg;
	return set_up() ? NULL : table + size - 1; // FN the set-up is taken to have succeeded
}

int main(void)
{
	pthread_t id[2];
	set_up();
	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	return 0;
}
