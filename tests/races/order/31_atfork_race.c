// SPDX-License-Identifier: MIT
/* What pthread_atfork was given runs in every thread that forks; in the child, alone. */
#include <pthread.h>
#include <unistd.h>

static long forks, state, children;

static void before(void)
{
	forks++; // RACE
}

static void after(void)
{
	state = 0; // RACE
}

static void in_child(void)
{
	children++; // NORACE
}

static void *forker(void *arg)
{
	if (fork() == 0)
		_exit(0);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_atfork(before, after, in_child);
	pthread_create(&a, NULL, forker, NULL);
	pthread_create(&b, NULL, forker, NULL);
	children = 0; // NORACE
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return forks + state == 2; // NORACE
}
