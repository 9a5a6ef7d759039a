// SPDX-License-Identifier: MIT
/* As 49_section_of_numbers_race.c, with a lock; and a variable of another section. */
#include <pthread.h>
#include <stddef.h>

struct counter {
	const char *name;
	long hits;
};

#define IN_SECTION(s) __attribute__((section(#s), used))

static int first IN_SECTION(numbers);
static int other IN_SECTION(others);
static struct counter in IN_SECTION(counters) = {"in", 0};
extern int __start_numbers[], __stop_numbers[];
extern struct counter __start_counters[], __stop_counters[];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *clear(void *arg)
{
	pthread_mutex_lock(&m);
	for (int *p = __start_numbers; p < __stop_numbers; p++)
		*p = 0; // NORACE
	for (struct counter *c = __start_counters; c != __stop_counters; c++)
		c->hits = 0; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, clear, NULL);
	other++; // NORACE
	pthread_mutex_lock(&m);
	first++;   // NORACE
	in.hits++; // NORACE
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return other;
}
