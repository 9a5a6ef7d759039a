// SPDX-License-Identifier: MIT
/* Goes on when all have counted themselves off: the number is polled, or waited for; the
 * writer is some calls deep. */
#include <pthread.h>
#include <unistd.h>

static int res[8], busy, left, matches;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, l = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;

static void found(void)
{
	pthread_mutex_lock(&m);
	matches++; // NORACE
	pthread_mutex_unlock(&m);
}

static void look(void)
{
	found();
}

static void count_off(int *n)
{
	pthread_mutex_lock(&l);
	--*n;
	pthread_cond_signal(&cv);
	pthread_mutex_unlock(&l);
}

static void *worker(void *arg)
{
	res[(long)arg] = 1; // NORACE
	pthread_mutex_lock(&m);
	busy--;
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *searcher(void *arg)
{
	look();
	count_off(&left);
	return arg;
}

static int number_of_busy(void)
{
	int n;

	pthread_mutex_lock(&m);
	n = busy;
	pthread_mutex_unlock(&m);
	return n;
}

int main(int argc, char **argv)
{
	pthread_t id;
	int sum = 0;

	(void)argv;
	for (long j = 0; j < 8; j++) {
		pthread_mutex_lock(&m);
		busy++;
		pthread_mutex_unlock(&m);
		pthread_create(&id, NULL, worker, (void *)j);
	}
	while (number_of_busy() != 0)
		usleep(10);
	for (int i = 0; i < 8; i++)
		sum += res[i]; // NORACE
	left = argc;
	for (int j = 0; j < argc; j++)
		pthread_create(&id, NULL, searcher, NULL);
	pthread_mutex_lock(&l);
	while (left > 0)
		pthread_cond_wait(&cv, &l);
	pthread_mutex_unlock(&l);
	return sum + matches; // NORACE
}
