// SPDX-License-Identifier: MIT
/* As the safe one, but: writes after it has counted; goes on when some are left; when one has
 * counted. */
#include <pthread.h>
#include <unistd.h>

static int late, some, one, busy;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
	some++; // RACE
	one++;	// RACE
	pthread_mutex_lock(&m);
	busy--;
	pthread_mutex_unlock(&m);
	late++; // RACE
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

int main(void)
{
	pthread_t id;

	busy = 8;
	for (long j = 0; j < 8; j++)
		pthread_create(&id, NULL, worker, NULL);
	if (number_of_busy() != 8)
		one++; // RACE
	while (number_of_busy() == 0)
		usleep(10);
	some++; // RACE
	while (number_of_busy() != 0)
		usleep(10);
	late++; // RACE
	return 0;
}
