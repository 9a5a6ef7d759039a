// SPDX-License-Identifier: MIT
/* Numbers and structs in a section of the linker: a pointer that walks through it, and variables by
 * their names. */
#include <pthread.h>
#include <stddef.h>

struct counter {
	const char *name;
	long hits;
};

#define IN_SECTION(s) __attribute__((section(#s), used))

static int first IN_SECTION(numbers);
static int second IN_SECTION(numbers);
static struct counter in IN_SECTION(counters) = {"in", 0};
static struct counter out IN_SECTION(counters) = {"out", 0};
extern int __start_numbers[], __stop_numbers[];
extern struct counter __start_counters[], __stop_counters[];

static void *clear(void *arg)
{
	for (int *p = __start_numbers; p < __stop_numbers; p++)
		*p = 0; // RACE
	for (struct counter *c = __start_counters; c != __stop_counters; c++)
		c->hits = 0; // RACE
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, clear, NULL);
	first++;    // RACE
	second++;   // RACE
	in.hits++;  // RACE
	out.hits++; // RACE
	pthread_join(t, NULL);
	return 0;
}
