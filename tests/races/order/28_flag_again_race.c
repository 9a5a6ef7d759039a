// SPDX-License-Identifier: MIT
/* The flag is still set when the second thread starts. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, data;

static void *work(void *arg)
{
	data++; // RACE
	pthread_mutex_lock(&m);
	done = 1;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t id;
	int now, sum = 0;

	for (int i = 0; i < 2; i++) {
		pthread_create(&id, NULL, work, NULL);
		do {
			pthread_mutex_lock(&m);
			now = done;
			pthread_mutex_unlock(&m);
		} while (!now);
		sum += data; // RACE
		pthread_join(id, NULL);
	}
	return sum;
}
