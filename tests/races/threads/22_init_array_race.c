// SPDX-License-Identifier: MIT
/* Functions that the loader calls because the program has put pointers to them into its
 * sections, and destructors, while threads still run. */
#include <pthread.h>

static int by_array, by_table, by_fini;

static void *count(void *arg)
{
	by_array++; // RACE
	return arg;
}

static void *count_table(void *arg)
{
	by_table++; // RACE
	return arg;
}

static void *count_long(void *arg)
{
	by_fini++; // RACE
	return arg;
}

static void start(void)
{
	pthread_t x;

	pthread_create(&x, 0, count, 0);
}

static void start_table(int argc, char **argv)
{
	pthread_t x;

	(void)argc;
	(void)argv;
	pthread_create(&x, 0, count_table, 0);
}

static void leave(void)
{
	by_fini = 0; // RACE
}

__attribute__((section(".init_array"), used)) static void (*one)(void) = start;
__attribute__((section(".init_array.00500"), used)) static void (*two[])(int, char **) = {
	start_table};
__attribute__((section(".fini_array"), used)) static void (*last)(void) = leave;

int main(void)
{
	pthread_t x;

	pthread_create(&x, 0, count_long, 0);
	by_array++; // RACE
	by_table++; // RACE
	return 0;
}
