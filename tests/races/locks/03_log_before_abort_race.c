// SPDX-License-Identifier: MIT
// What is done on the way to the end is still done while others run.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *message);

static int allocations, lines, failed, deaths, reasons;

static void *allocate(size_t n)
{
	void *p = malloc(n);

	allocations++; // RACE
	if (!p) {
		failed++; // RACE
		die("no memory");
	}
	return p;
}

static void write_log(const char *message)
{
	char *text = allocate(strlen(message) + 1);

	strcpy(text, message);
	lines++; // RACE
	fputs(text, stderr);
	free(text);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void die(const char *message)
{
	pthread_mutex_lock(&lock);
	reasons++; // NORACE
	pthread_mutex_unlock(&lock);
	write_log(message);
	deaths++; // RACE
	exit(1);
}

static void *run(void *arg)
{
	free(allocate(10));
	write_log("done");
	return arg;
}

int main(void)
{
	pthread_t x, y;

	pthread_create(&x, NULL, run, NULL);
	pthread_create(&y, NULL, run, NULL);
	pthread_join(x, NULL);
	pthread_join(y, NULL);
	return 0;
}
