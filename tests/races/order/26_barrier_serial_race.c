// SPDX-License-Identifier: MIT
/* Who is told that it is the one excludes others that are told, nobody else; and only until
 * it waits again. */
#include <pthread.h>

enum { THREADS = 3 };

static pthread_barrier_t barrier;
static int part[THREADS];
static long total;

static int last;

static void pause_all(void)
{
	pthread_barrier_wait(&barrier);
}

static void *work(void *arg)
{
	int *mine = arg;

	if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
		total += *mine; // RACE
	else if (*mine > 3)
		total = 0; // RACE
	if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
		pause_all();
		last++; // RACE
	} else {
		pause_all();
		last--; // RACE
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t ids[THREADS];
	(void)argv;

	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		part[i] = argc * i;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, work, &part[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(ids[i], NULL);
	return total == last;
}
