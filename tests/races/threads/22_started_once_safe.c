// SPDX-License-Identifier: MIT
/* A flag lets only one thread be created: under a lock, or by one atomic instruction; whoever
 * comes first. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int state, data, other;
static atomic_int taken;

static void *first(void *arg)
{
	data++; // NORACE
	return arg;
}

static void *second(void *arg)
{
	other++; // NORACE
	return arg;
}

static int is_mine(void)
{
	int mine = 0;

	pthread_mutex_lock(&m);
	if (state == 0) {
		state = 1;
		mine = 1;
	}
	pthread_mutex_unlock(&m);
	return mine;
}

static void start(void)
{
	pthread_t id;

	if (is_mine())
		pthread_create(&id, NULL, first, NULL);
	if (atomic_exchange(&taken, 1))
		return;
	pthread_create(&id, NULL, second, NULL);
}

static void *user(void *arg)
{
	start();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, user, NULL);
	pthread_create(&b, NULL, user, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
