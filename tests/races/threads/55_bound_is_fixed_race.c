// SPDX-License-Identifier: MIT
/* The variable that both loops ask for the number of threads is set while they run: the second may join fewer. */
#include <pthread.h>
#include <stdlib.h>

static unsigned workers;
static pthread_t *ids;
static unsigned done, total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *enter(void *f)
{
	((void (*)(void))f)();
	return NULL;
}

static pthread_t start(void (*f)(void))
{
	pthread_t id;

	if (pthread_create(&id, NULL, enter, (void *)f))
		exit(1);
	return id;
}

static void leave(pthread_mutex_t *m)
{
	pthread_mutex_unlock(m);
}

static void work(void)
{
	pthread_mutex_lock(&lock);
	done++; // RACE
	leave(&lock);
}

static void run(void)
{
	done = 0;
	for (unsigned i = 1; i < workers; i++) // RACE
		ids[i] = start(work);
	work();
	pthread_mutex_lock(&lock);
	total += workers; // NORACE
	leave(&lock);
	for (unsigned i = 1; i < workers; i++) // RACE
		pthread_join(ids[i], NULL);
	total += done; // RACE
}

static void first(void)
{
	run();
}

int main(int argc, char **argv)
{
	pthread_t id;

	workers = argc > 1 ? (unsigned)atoi(argv[1]) : 4;
	ids = malloc(workers * sizeof(*ids));
	if (!ids)
		return 1;
	for (int i = 0; i < argc; i++) {
		id = start(first);
		pthread_mutex_lock(&lock);
		workers = 2; // RACE
		leave(&lock);
		pthread_join(id, NULL);
	}
	return total > 0;
}
