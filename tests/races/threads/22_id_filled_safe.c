// SPDX-License-Identifier: MIT
/* The library writes beside the id of a thread, or before it is there: it is joined. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct worker {
	char name[8];
	pthread_t id;
	char rest[8];
};

static struct worker worker;
static int beside, before, string;

static void *run_beside(void *arg)
{
	beside++; // NORACE
	return arg;
}

static void *run_before(void *arg)
{
	before++; // NORACE
	return arg;
}

static void *run_string(void *arg)
{
	string++; // NORACE
	return arg;
}

int main(int argc, char **argv)
{
	struct worker mine, named;

	pthread_create(&worker.id, NULL, run_beside, NULL);
	if (read(0, worker.name, sizeof(worker.name)) < 0 || read(0, worker.rest, 8) < 0)
		return 1;
	pthread_join(worker.id, NULL);
	beside++; // NORACE

	memmove(&mine, &worker, sizeof(mine));
	pthread_create(&mine.id, NULL, run_before, NULL);
	pthread_join(mine.id, NULL);
	before++; // NORACE

	pthread_create(&named.id, NULL, run_string, NULL);
	snprintf(named.name, sizeof(named.name), "%s", argv[argc - 1]);
	strcpy(named.name, "a");
	pthread_join(named.id, NULL);
	string++; // NORACE
	return 0;
}
