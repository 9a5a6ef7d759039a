// SPDX-License-Identifier: MIT
/* The unlock is hidden in a cleanup attribute. */
#include <pthread.h>

static void unlock_at_end(pthread_mutex_t **m)
{
	if (*m)
		pthread_mutex_unlock(*m);
}

#define GUARD(m)                                                                         \
	__attribute__((cleanup(unlock_at_end))) pthread_mutex_t *guard_ = (m);           \
	pthread_mutex_lock(guard_)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, limit_hits;

static int take(int n)
{
	{
		GUARD(&m);
		count += n; // NORACE
		if (count > 10) { // NORACE
			return -1;
		}
	}
	limit_hits++; // RACE
	return 0;
}

static void *worker(void *arg)
{
	int i;

	for (i = 0; i < 5; i++)
		take(1);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
