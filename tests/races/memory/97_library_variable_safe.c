// SPDX-License-Identifier: MIT
/* The variables of getopt, by one thread after the other. */
#include <pthread.h>
#include <unistd.h>

static char *words[] = {"program", "-a", 0};
static int found;

static void *parse(void *arg)
{
	while (getopt(2, words, "ab") != -1) // NORACE
		found++;
	return arg;
}

int main(void)
{
	pthread_t t;

	optind = 1; // NORACE
	pthread_create(&t, NULL, parse, NULL);
	pthread_join(t, NULL);
	optind = 1; // NORACE
	parse(NULL); // NORACE
	return optarg != 0;
}
