// SPDX-License-Identifier: MIT
/* The main thread has left its id in a variable; another ends it, and goes on with what was
 * its work. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_t main_thread;
static long blocks, written;
static char *table;

static void save(void)
{
	written += blocks;		      // NORACE
	table = realloc(table, written + 16); // NORACE
	table[written] = 1;		      // NORACE
}

static void *restore(void *arg)
{
	sigset_t set;
	int sig;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigwait(&set, &sig);
	pthread_cancel(main_thread);
	pthread_join(main_thread, NULL);
	blocks = 0; // NORACE
	save();
	printf("%ld\n", written); // NORACE
	exit(0);
	return arg;
}

static void start(void)
{
	pthread_t id;

	main_thread = pthread_self();
	pthread_create(&id, NULL, restore, NULL);
}

int main(void)
{
	start();
	while (getchar() != EOF) {
		blocks++; // NORACE
		save();
	}
	return 0;
}
