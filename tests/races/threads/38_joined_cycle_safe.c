// SPDX-License-Identifier: MIT
/* Threads that create each other, and themselves, and are joined where they were created: when
 * the first has been joined none of them is left. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int depth, mode;

static void *task(void *arg);
static void *helper(void *arg);

static int deeper(void)
{
	int n;

	pthread_mutex_lock(&lock);
	n = depth++; // NORACE
	pthread_mutex_unlock(&lock);
	return n < 3;
}

static void run(void *(*entry)(void *))
{
	pthread_t id;

	if (pthread_create(&id, NULL, entry, NULL) == 0)
		pthread_join(id, NULL);
}

static void open_database(void)
{
	if (mode) // NORACE
		run(task);
}

static void *task(void *arg)
{
	if (deeper()) {
		run(helper);
		open_database();
	}
	return arg;
}

static void *helper(void *arg)
{
	if (deeper())
		open_database();
	return arg;
}

int main(void)
{
	mode = 1; // NORACE
	open_database();
	mode = 2; // NORACE
	depth = 0; // NORACE
	run(helper);
	mode = 0; // NORACE
	return depth; // NORACE
}
