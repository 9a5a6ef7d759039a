// SPDX-License-Identifier: MIT
/* As 63_many_creations_safe.c: but start() joins nobody, so that the next thread may be created while
 * the one before runs. */
#include <pthread.h>
#include <stdio.h>

#define EIGHT(do, n) do(n##0) do(n##1) do(n##2) do(n##3) do(n##4) do(n##5) do(n##6) do(n##7)
#define ALL(do) EIGHT(do, 0) EIGHT(do, 1) EIGHT(do, 2) EIGHT(do, 3) \
	EIGHT(do, 4) EIGHT(do, 5) EIGHT(do, 6) EIGHT(do, 7)
#define HELPER(n)                                        \
	static void *work##n(void *arg) { return arg; }  \
	static void help##n(void)                        \
	{                                                \
		pthread_t t;                             \
		if (!pthread_create(&t, NULL, work##n, NULL)) \
			pthread_detach(t);               \
	}
#define ASKED(n) \
	if (c == next++) \
		help##n();

ALL(HELPER)

static pthread_t player;
static int running, current;

static void *play(void *arg)
{
	current++; // RACE
	return arg;
}

static void stop(void)
{
	if (running) {
		pthread_join(player, NULL);
		running = 0;
	}
}

static void start(void)
{
	current = 0; // RACE
	pthread_create(&player, NULL, play, NULL);
	running = 1;
}

int main(void)
{
	int c;

	while ((c = getchar()) != EOF) {
		int next = 'A';
		ALL(ASKED)
		if (c == 1)
			start();
		if (c == 2)
			stop();
	}
	stop();
	return current; // RACE
}
