// SPDX-License-Identifier: MIT
#include <pthread.h>
#include <string.h>
#include "commands.h"

static void execute(const char *name, int argument)
{
	const struct command *c;

	for (c = commands; c->name; c++) // NORACE
		if (!strcmp(c->name, name)) // NORACE
			c->run(argument); // NORACE
}

static void *client(void *arg)
{
	execute("add", 3);
	execute("reset", 0);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, client, NULL);
	pthread_create(&second, NULL, client, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return command_total() > 100;
}
