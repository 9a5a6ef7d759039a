// SPDX-License-Identifier: MIT
// RUN: --all
/* One handler that is registered by one instruction, through different calls: that is one
 * kind of callback. It still runs beside itself, as it is registered several times. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int calls, guarded, early;

static void *run(void *arg)
{
	calls += early; // RACE
	pthread_mutex_lock(&lock);
	guarded++; // NORACE
	pthread_mutex_unlock(&lock);
	return arg;
}

static void start(void)
{
	pthread_t id;

	if (pthread_create(&id, NULL, run, NULL) == 0)
		pthread_detach(id);
}

static void begin(void)
{
	start();
}

static void again(void)
{
	start();
}

int main(void)
{
	early = 1; // NORACE
	begin();
	again();
	pthread_mutex_lock(&lock);
	guarded++; // NORACE
	pthread_mutex_unlock(&lock);
	return 0;
}
