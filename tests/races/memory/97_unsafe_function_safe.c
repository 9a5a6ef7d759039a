// SPDX-License-Identifier: MIT
// The same functions, in order: before the thread is created, after it is joined, under one
// lock, by one thread alone; the variants that keep nothing; several readers of the environment.
#include <getopt.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int year_of(time_t t)
{
	pthread_mutex_lock(&lock);
	int year = gmtime(&t)->tm_year; // NORACE
	pthread_mutex_unlock(&lock);
	return year;
}

static void *work(void *arg)
{
	char text[] = "a b c", *place;
	struct tm tm;
	time_t now = 0;
	const char *home = getenv("HOME"); // NORACE
	char *w = strtok_r(text, " ", &place); // NORACE
	localtime_r(&now, &tm); // NORACE
	return home && w && year_of(0) ? arg : NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;
	char text[] = "d e";
	while (getopt(argc, argv, "v") != -1) // NORACE
		;
	setenv("HOME", "/", 0); // NORACE
	if (pthread_create(&t, NULL, work, NULL) != 0)
		return 1;
	char *w = strtok(text, " "); // NORACE
	int n = year_of(1) + !getenv("PATH"); // NORACE
	pthread_join(t, NULL);
	unsetenv("HOME"); // NORACE
	return n + !w;
}
