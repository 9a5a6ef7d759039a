// SPDX-License-Identifier: MIT
/* getopt writes variables that the program sees. */
#include <pthread.h>
#include <unistd.h>

static char *words[] = {"program", "-a", 0};
static int found;

static void *parse(void *arg)
{
	while (getopt(2, words, "ab") != -1) // RACE
		found++;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, parse, NULL);
	optind = 1; // RACE
	opterr = 0;
	pthread_join(t, NULL);
	return optind + found; // NORACE
}
