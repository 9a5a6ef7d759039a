// SPDX-License-Identifier: MIT
/* One edge of each kind; creating a thread does not make its entry a callee. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static int values[4];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void initialise(void)
{
	values[0] = 3;
}

static void on_signal(int n)
{
	values[1] = n;
}

static void *entry(void *arg)
{
	qsort(values, 4, sizeof(values[0]), compare);
	return arg;
}

static int add(int a, int b)
{
	return a + b;
}

static int subtract(int a, int b)
{
	return a - b;
}

int main(int argc, char **argv)
{
	pthread_t t;
	int (*operation)(int, int) = argc > 1 ? add : subtract;
	struct sigaction action = {.sa_handler = on_signal};

	(void)argv;
	pthread_once(&once, initialise);
	sigaction(SIGINT, &action, NULL);
	signal(SIGTERM, on_signal);
	pthread_create(&t, NULL, entry, NULL);
	return operation(1, 2) + add(1, 2);
}
