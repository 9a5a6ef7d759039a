// SPDX-License-Identifier: MIT
/* A table of function pointers, filled in one file and called from another. */
#include <pthread.h>
#include "commands.h"

static int total, resets;

static void run_add(int argument)
{
	total += argument; // RACE
}

static void run_reset(int argument)
{
	total = argument; // RACE
	resets++; // RACE
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
