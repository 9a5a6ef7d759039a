// SPDX-License-Identifier: MIT
/* A function that does not come back unless the condition holds. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void check(int condition, const char *text)
{
	if (!condition) {
		fprintf(stderr, "%s\n", text);
		exit(1);
	}
}

static void *work(void *arg)
{
	check(pthread_mutex_trylock(&lock) == 0, "locked");
	count++; // NORACE
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
