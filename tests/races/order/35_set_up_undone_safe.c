// SPDX-License-Identifier: MIT
/* The set-up is undone and done again before the thread is created. */
#include <pthread.h>
#include <stdlib.h>

static struct {
	int ready, size;
} flag;
static int *table, used;

static void set_up(void)
{
	if (flag.ready == 0) {
		flag.size++; // NORACE
		flag.ready = 1;
	}
}

static void set_up_table(void)
{
	if (!table) {
		used++; // NORACE
		table = malloc(4);
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
	set_up();
	set_up_table();
	pthread_create(&id, NULL, work, NULL);
	set_up();
	set_up_table();
	pthread_join(id, NULL);
	return 0;
}
