// SPDX-License-Identifier: MIT
/* fgets returns its buffer, and null at the end: what follows the loop is reached. So is the
 * branch for a function that returns what it was given unless it fails. */
#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int loaded, failed, late, unnamed;

static void load(const char *name)
{
	FILE *f = fopen(name, "r");
	char line[80], address[4] = {0};
	struct tm tm;
	time_t now = time(NULL);

	if (!f)
		return;
	while (fgets(line, sizeof(line), f))
		puts(line);
	fclose(f);
	loaded++; // RACE
	if (!localtime_r(&now, &tm))
		late++; // RACE
	if (!inet_ntop(AF_INET, address, line, sizeof(line)))
		failed++; // RACE
	if (mkstemp(line) < 0)
		unnamed++; // RACE
}

static void *run(void *arg)
{
	load(arg);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t id;

	pthread_create(&id, NULL, run, argv[0]);
	load(argv[argc - 1]);
	pthread_join(id, NULL);
	return 0;
}
