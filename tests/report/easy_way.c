// SPDX-License-Identifier: MIT
// Which way leads: one without a call that may mean another function before one that needs it, and
// main where it comes again and again before what it does once.
#include <pthread.h>
#include <unistd.h>

static int total, shown, stop;

static void add(int n)
{
	total += n;
}

static void first(int n)
{
	add(n);
}

static void second(int n)
{
	add(n + 1);
}

static void third(int n)
{
	(void)n;
}

static void (*const table[])(int) = {first, second, third};

static void longer(void)
{
	add(2);
}

static void detour(void)
{
	longer();
}

static void *work(void *arg)
{
	table[*(int *)arg](1);
	detour();
	return arg;
}

static void *watch(void *arg)
{
	return total + shown ? arg : NULL;
}

static void show(void)
{
	shown = 1;
}

static void serve(void)
{
	for (int i = 0; i < 10; i++) {
		show();
		sleep(1);
	}
}

int main(int argc, char **argv)
{
	static int number;
	pthread_t id, other;

	(void)argv;
	number = argc % 3;
	pthread_create(&id, NULL, work, &number);
	pthread_create(&other, NULL, watch, NULL);
	show();
	serve();
	pthread_join(id, NULL);
	pthread_join(other, NULL);
	return stop;
}
