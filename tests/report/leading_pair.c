// SPDX-License-Identifier: MIT
// Which pair leads: two threads that were created before main and one of them, and those before a
// signal handler. All kinds of threads are listed, whatever is more certain.
#include <pthread.h>
#include <signal.h>

static int total, level;

static void add(int n)
{
	total += n;
}

static void *work(void *arg)
{
	for (int i = 0; i < 9; i++)
		add(i);
	return arg;
}

static void *watch(void *arg)
{
	return total + level ? arg : NULL;
}

static void raise_level(int number)
{
	level = number;
}

int main(void)
{
	pthread_t ids[4], id;

	signal(SIGUSR1, raise_level);
	signal(SIGUSR2, raise_level);
	for (int i = 0; i < 4; i++)
		pthread_create(&ids[i], NULL, work, NULL);
	pthread_create(&id, NULL, watch, NULL);
	add(1);
	for (int i = 0; i < 4; i++)
		pthread_join(ids[i], NULL);
	pthread_join(id, NULL);
	return 0;
}
