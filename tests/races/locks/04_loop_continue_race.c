// SPDX-License-Identifier: MIT
/* The lock is held through the loop; leaving a turn early must not leave it behind. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int level, skipped;

static void *pump(void *arg)
{
	int i;

	for (i = 0; i < 6; i++) {
		pthread_mutex_lock(&m);
		level++; // NORACE
		if (i % 3 == 2) {
			pthread_mutex_unlock(&m);
			/* let somebody else in */
			skipped++; // RACE
			continue;
		}
		pthread_mutex_unlock(&m);
	}
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, pump, NULL);
	pthread_create(&second, NULL, pump, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
