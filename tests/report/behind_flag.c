/* SPDX-License-Identifier: MIT */
/* What is set up behind a plain flag is told with the race on the flag: the flag is asked without
 * the lock first, the set-up may come to itself again, one part has a flag of its own, and a thread
 * is created by who has come past it. Who does not ask for the flag at all is another matter. */
#include <pthread.h>
#include <stdlib.h>

struct config {
	int ready, busy;
	int pages, part_ready;
	int *table;
};

static struct config config;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int names, users, limit;

static int initialize(void);

static void add_name(void)
{
	if (initialize() == 0)
		names++;
}

static void set_part(void)
{
	if (!config.part_ready) {
		users = 2;
		config.part_ready = 1;
	}
}

static int initialize(void)
{
	int result = 0;

	if (config.ready)
		return 0;
	pthread_mutex_lock(&lock);
	if (!config.ready && !config.busy) {
		config.busy = 1;
		config.pages = 4;
		add_name();
		set_part();
		limit = 3;
		config.table = calloc(4, sizeof(int));
		if (!config.table)
			result = -1;
		else
			config.ready = 1;
		config.busy = 0;
	}
	pthread_mutex_unlock(&lock);
	return result;
}

static void *help(void *arg)
{
	return config.table && config.pages ? arg : NULL;
}

static void *work(void *arg)
{
	pthread_t id;

	if (initialize() != 0)
		return NULL;
	pthread_create(&id, NULL, help, arg);
	pthread_join(id, NULL);
	return config.pages + users > 0 ? arg : NULL;
}

int main(void)
{
	pthread_t ids[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&ids[i], NULL, work, NULL);
	if (limit)
		return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(ids[i], NULL);
	return 0;
}
