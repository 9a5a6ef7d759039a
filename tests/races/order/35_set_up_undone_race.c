// SPDX-License-Identifier: MIT
/* The set-up is undone before the thread is created: then both do it again. */
#include <pthread.h>
#include <stdlib.h>

static struct {
	int ready, size;
} flag;
static int *table, used;

static void set_up(void)
{
	if (flag.ready == 0) { // RACE
		flag.size++; // RACE
		flag.ready = 1; // RACE
	}
}

static void set_up_table(void)
{
	if (!table) { // RACE
		used++; // RACE
		table = malloc(4); // RACE
	}
}

static void undo(void)
{
	flag.ready = 0;
	free(table);
	table = NULL;
}

static void *work(void *arg)
{
	set_up();
	set_up_table();
	return arg;
}

int main(void)
{
	pthread_t id;

	set_up();
	set_up_table();
	undo();
	pthread_create(&id, NULL, work, NULL);
	set_up();
	set_up_table();
	pthread_join(id, NULL);
	return 0;
}
