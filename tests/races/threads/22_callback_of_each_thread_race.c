// SPDX-License-Identifier: MIT
// What the helper calls was stored by another thread, or is given by both.
#include <pthread.h>
#include <stdlib.h>

static int n, m;

static void count(int v)
{
	n += v; // RACE
}

static void stored(int v)
{
	m += v; // RACE
}

static void (*hook)(int) = stored;

static void call(void (*f)(int), int v)
{
	f(v);
}

static void *one(void *arg)
{
	call(count, 1);
	call(hook, 1);
	return arg;
}

static void *two(void *arg)
{
	call(count, 2);
	call(stored, 2);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return n + m;
}
