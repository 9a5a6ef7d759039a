// SPDX-License-Identifier: MIT
/* Not everything has ended when the thread that has stored its id has: what is done before the
 * join, what others do, and what is done when the id may be that of one of several. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_t main_thread, any_worker;
static long blocks, written, lines;

static void *writer(void *arg)
{
	written++; // RACE
	return arg;
}

static void *worker(void *arg)
{
	any_worker = pthread_self(); // RACE
	lines++;		     // RACE
	return arg;
}

static void *restore(void *arg)
{
	blocks = 0; // RACE
	pthread_cancel(main_thread);
	pthread_join(main_thread, NULL);
	written = 0; // RACE
	pthread_join(any_worker, NULL); // RACE
	lines = 0;			// RACE
	exit(0);
	return arg;
}

int main(void)
{
	pthread_t id;

	main_thread = pthread_self();
	pthread_create(&id, NULL, writer, NULL);
	pthread_create(&id, NULL, worker, NULL);
	pthread_create(&id, NULL, worker, NULL);
	pthread_create(&id, NULL, restore, NULL);
	while (getchar() != EOF)
		blocks++; // RACE
	return 0;
}
