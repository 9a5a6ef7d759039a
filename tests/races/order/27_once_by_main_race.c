// SPDX-License-Identifier: MIT
/* The same in a program: its threads use the tables, and only one has asked for the set-up. */
#include <pthread.h>
#include <stdlib.h>

static int table[4];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void set_up(void)
{
	for (int i = 0; i < 4; i++)
		table[i] = i * i; // RACE
}

static void *opens(void *arg)
{
	pthread_once(&once, set_up);
	return arg;
}

static void *uses(void *arg)
{
	return table[1] ? arg : NULL; // RACE
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, opens, NULL);
	pthread_create(&b, NULL, uses, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
