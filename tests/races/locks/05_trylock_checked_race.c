// SPDX-License-Identifier: MIT
/* As 05_trylock_checked_safe.c, but it only complains. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static _Atomic int errors;

static void check(int condition, const char *text)
{
	if (!condition) {
		fprintf(stderr, "%s\n", text);
		errors++;
	}
}

static void *work(void *arg)
{
	check(pthread_mutex_trylock(&lock) == 0, "locked");
	count++; // RACE
	check(pthread_mutex_unlock(&lock) == 0, "not locked");
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return count;
}
