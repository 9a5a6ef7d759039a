// SPDX-License-Identifier: MIT
/* What the library writes over the id of a thread is no longer that: whoever is joined, the thread
 * may still run. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct worker {
	char name[8];
	pthread_t id;
};

static pthread_t received, scanned, other;
static struct worker worker, spare;
static int by_read, by_scan, by_copy, by_helper;

static void *run_read(void *arg)
{
	by_read++; // RACE
	return arg;
}

static void *run_scan(void *arg)
{
	by_scan++; // RACE
	return arg;
}

static void *run_copy(void *arg)
{
	by_copy++; // RACE
	return arg;
}

static void *run_helper(void *arg)
{
	by_helper++; // FN what a callee writes as a block is not looked at
	return arg;
}

static int fill(void *to, size_t n)
{
	return read(0, to, n) == (ssize_t)n;
}

int main(void)
{
	struct worker mine;
	char line[64];

	pthread_create(&received, NULL, run_read, NULL);
	if (read(0, &received, sizeof(received)) != sizeof(received))
		return 1;
	pthread_join(received, NULL);
	by_read++; // RACE

	pthread_create(&scanned, NULL, run_scan, NULL);
	if (!fgets(line, sizeof(line), stdin) || sscanf(line, "%lu", &scanned) != 1)
		return 1;
	pthread_join(scanned, NULL);
	by_scan++; // RACE

	pthread_create(&worker.id, NULL, run_copy, NULL);
	memmove(&worker, &spare, sizeof(worker));
	pthread_join(worker.id, NULL);
	by_copy++; // RACE

	pthread_create(&mine.id, NULL, run_helper, NULL);
	if (!fill(&mine, sizeof(mine)))
		return 1;
	pthread_join(mine.id, NULL);
	by_helper++; // FN what a callee writes as a block is not looked at
	return other != 0;
}
