/* SPDX-License-Identifier: MIT */
/* The thread is joined, but not on every way: the report says which way that is. By a return in
 * the function that joins; by a branch around its call; and not by a loop that ends. */
#include <pthread.h>
#include <stdio.h>

static int first, second, third, fourth;
static pthread_t ids[4];
static pthread_t id_1, id_2, id_3;

static void *count_first(void *arg)
{
	first++;
	return arg;
}

static void *count_second(void *arg)
{
	second++;
	return arg;
}

static void *count_third(void *arg)
{
	third++;
	return arg;
}

static void *count_fourth(void *arg)
{
	fourth++;
	return arg;
}

static int stop_first(int fast)
{
	if (fast) {
		puts("fast");
		return 1;
	}
	puts("slow");
	pthread_join(id_1, NULL);
	return 0;
}

static void stop_second(void)
{
	pthread_join(id_2, NULL);
}

int main(int argc, char **argv)
{
	pthread_create(&id_1, NULL, count_first, NULL);
	pthread_create(&id_2, NULL, count_second, NULL);
	pthread_create(&id_3, NULL, count_third, NULL);
	for (int i = 0; i < 4; i++)
		pthread_create(&ids[i], NULL, count_fourth, NULL);
	stop_first(argc > 1);
	first++;
	if (argv[0])
		stop_second();
	second++;
	third++;
	pthread_join(id_3, NULL);
	for (int i = 1; i < 4; i++)
		pthread_join(ids[i], NULL);
	return first + second + third + fourth;
}
