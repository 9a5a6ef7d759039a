// SPDX-License-Identifier: MIT
/* One variable for the ids of two kinds of threads, of which only one runs at a time. */
#include <pthread.h>

static pthread_t id;
static int count, pages;

static void *work(void *arg)
{
	count++; // NORACE
	return arg;
}

static void *print(void *arg)
{
	pages++; // NORACE
	return arg;
}

static void start_work(void)
{
	pthread_create(&id, NULL, work, NULL);
}

static void start_print(void)
{
	pthread_create(&id, NULL, print, NULL);
}

static void stop(void)
{
	pthread_join(id, NULL);
	count++; // NORACE
	pages++; // NORACE
}

int main(int argc, char **argv)
{
	if (argc > 1)
		start_work();
	else
		start_print();
	stop();
	start_print();
	stop();
	return argv[0][0];
}
