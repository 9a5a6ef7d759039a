// SPDX-License-Identifier: MIT
/* The pointer moves on: what was second before is first then. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int values[8], *current = values;

static int *get(void)
{
	int *p;

	pthread_mutex_lock(&lock);
	p = current;
	pthread_mutex_unlock(&lock);
	return p;
}

static void *first(void *arg)
{
	get()[0]++; // RACE
	return arg;
}

static void *second(void *arg)
{
	get()[1]++; // RACE
	return arg;
}

static void *move(void *arg)
{
	pthread_mutex_lock(&lock);
	current++;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	pthread_create(&c, NULL, move, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return values[1];
}
