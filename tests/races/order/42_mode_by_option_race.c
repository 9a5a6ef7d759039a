// SPDX-License-Identifier: MIT
// getopt_long() stores through the pointers in its table, of any of the options: what is found there while threads
// run is no constant, and the store itself races.
#include <getopt.h>
#include <pthread.h>

static int mode, other, shared, plain;

static struct option options[] = {
	{"other", no_argument, &other, 1},
	{"mode", no_argument, &mode, 1},
	{NULL, 0, NULL, 0},
};

static void *first(void *arg)
{
	if (mode == 0)	  // RACE
		shared++; // RACE
	return arg;
}

static void *second(void *arg)
{
	if (mode == 1)	  // RACE
		shared++; // RACE
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t a, b;
	plain = argc;
	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	while (getopt_long(argc, argv, "", options, NULL) != -1) // RACE
		plain++;					 // NORACE
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return other + plain; // NORACE
}
