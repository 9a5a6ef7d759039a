// SPDX-License-Identifier: MIT
// A function that a library finds in a table starts threads: these are there.
// RUN: --all
#include <pthread.h>
#include <stddef.h>

struct module {
	const char *name;
	int (*init)(void);
	int (*stop)(void);
};
extern int register_module(const struct module *);

static int level, count, stopped;

static void *work(void *x)
{
	count++; // RACE
	return level > 1 ? x : NULL; // RACE
}

static int init(void)
{
	pthread_t a, b;
	return pthread_create(&a, NULL, work, NULL) + pthread_create(&b, NULL, work, NULL);
}

static int stop(void)
{
	return stopped;
}

static const struct module module = {"m", init, stop};

int main(int argc, char **argv)
{
	(void)argv;
	register_module(&module);
	level = argc; // RACE
	return 0;
}
