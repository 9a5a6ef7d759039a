// SPDX-License-Identifier: MIT
/* A table of 'void *' holds a function that returns nothing and one that returns a number. One
 * line calls both as if they returned nothing. That is undefined, but goes well; as the first
 * one fits better, the second is taken for a mistake of the sets. Where the table is declared to hold
 * functions, and the program puts it there, it is called. */
#include <pthread.h>

typedef void hook(long);

static int given, nothing, kept;

static void quiet(long n)
{
	nothing += (int)n; // RACE
}

static int loud(long n)
{
	return given += (int)n; // FN the call wants no result (soundness 5)
}

static int kept_one(long n)
{
	return kept += (int)n; // RACE
}

static void *hooks[2];

static struct table {
	hook *first, *second;
} table = {quiet, (hook *)kept_one};

static void run(void)
{
	for (int i = 0; i < 2; i++)
		((hook *)hooks[i])(1);
	table.second(2);
}

static void *work(void *arg)
{
	run();
	return arg;
}

int main(void)
{
	pthread_t t;

	hooks[0] = (void *)quiet;
	hooks[1] = (void *)loud;
	pthread_create(&t, NULL, work, NULL);
	run();
	pthread_join(t, NULL);
	return given + nothing + kept;
}
