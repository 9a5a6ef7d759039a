// SPDX-License-Identifier: MIT
// Functions that keep something between calls, called by two threads: in a helper, under a
// lock on one side only, a reader of the environment beside a writer.
#include <pthread.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int year_of(time_t t)
{
	return gmtime(&t)->tm_year; // RACE
}

static int count_words(char *text)
{
	int n = 0;
	for (char *w = strtok(text, " "); w; w = strtok(NULL, " ")) // RACE
		n++;
	return n;
}

static void *work(void *arg)
{
	char text[] = "a b c";
	pthread_mutex_lock(&lock);
	struct passwd *p = getpwuid(getuid()); // RACE
	pthread_mutex_unlock(&lock);
	setenv("HOME", "/", 1); // RACE
	return p && year_of(0) + count_words(text) ? arg : NULL;
}

int main(void)
{
	pthread_t t;
	char text[] = "d e";
	if (pthread_create(&t, NULL, work, NULL) != 0)
		return 1;
	const char *home = getenv("HOME"); // RACE
	int n = year_of(1) + count_words(text);
	struct passwd *p = getpwnam("root"); // RACE
	pthread_join(t, NULL);
	return !home + n + !p;
}
