// SPDX-License-Identifier: MIT
/* Report: one assignment of a struct that races with many fields, one function that races
 * on many variables: one report each. Two variables are worth two. */
#include <pthread.h>

struct settings {
	int width, height;
	long depth;
	char name[16];
};

static struct settings current;
static long reads, writes, opens, closes, hits, misses;

static void reset(void)
{
	current = (struct settings){80, 25, 8, "new"};
}

static void count(long *counter)
{
	++*counter;
}

static void note(long *counter)
{
	++*counter;
}

static void *work(void *argument)
{
	count(&reads);
	count(&writes);
	count(&opens);
	count(&closes);
	note(&hits);
	note(&misses);
	return current.width && current.height && current.depth ? NULL : argument;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, work, NULL);
	work(NULL);
	reset();
	pthread_join(other, NULL);
	return 0;
}
