// SPDX-License-Identifier: MIT
/* Two functions keep the ids of their threads in one variable: who joins it has joined
 * the last one only. */
#include <pthread.h>

static pthread_t id;
static int count, pages;

static void *work(void *arg)
{
	count++; // RACE
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
	count++; // RACE
	pages++; // NORACE
}

int main(void)
{
	start_work();
	start_print();
	stop();
	return 0;
}
