// SPDX-License-Identifier: MIT
/* The variable with the id of the thread gets the id of another one, and that is joined. */
#include <pthread.h>

static pthread_t tid, other;
static int a, b;

static void *count(void *arg)
{
	int *n = arg;

	(*n)++; // RACE
	return NULL;
}

static void *rest(void *arg)
{
	return arg;
}

static void put(pthread_t *where, pthread_t id)
{
	*where = id;
}

int main(void)
{
	pthread_t here, there;

	pthread_create(&tid, NULL, count, &a);
	pthread_create(&other, NULL, rest, NULL);
	tid = other;
	pthread_join(tid, NULL);
	a++; // RACE
	pthread_create(&here, NULL, count, &b);
	pthread_create(&there, NULL, rest, NULL);
	put(&here, there);
	pthread_join(here, NULL);
	b++; // RACE
	return 0;
}
