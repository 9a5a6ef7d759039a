// SPDX-License-Identifier: MIT
/* A table of function pointers, filled in one file and called from another. */
#include <pthread.h>
#include "commands.h"

static int total, resets;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void run_add(int argument)
{
	pthread_mutex_lock(&lock);
	total += argument; // NORACE
	pthread_mutex_unlock(&lock);
}

static void run_reset(int argument)
{
	pthread_mutex_lock(&lock);
	total = argument; // NORACE
	resets++; // NORACE
	pthread_mutex_unlock(&lock);
}

const struct command commands[] = {
	{ "add", run_add },
	{ "reset", run_reset },
	{ 0, 0 },
};

int command_total(void)
{
	return total; // NORACE
}
