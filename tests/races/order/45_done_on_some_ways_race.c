// SPDX-License-Identifier: MIT
// The flag is found set under the lock on one way only, or asked for without it: a thread that is
// created then has nothing behind it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int ready, table, list;

static void set_up(void)
{
	if (ready)	// RACE
		return;
	pthread_mutex_lock(&m);
	if (!ready) {
		table = 5;	// RACE
		ready = 1;	// RACE
	}
	pthread_mutex_unlock(&m);
}

static void fill(void)
{
	list = 1;	// RACE
}

static void *help(void *a)
{
	return table + list > 2 ? a : 0;	// RACE
}

static void *work(void *a)
{
	pthread_t id;
	set_up();
	if (a)
		pthread_once(&once, fill);
	pthread_create(&id, 0, help, a);
	pthread_detach(id);
	return 0;
}

int main(int argc, char **argv)
{
	pthread_t a, b;
	pthread_create(&a, 0, work, argv);
	pthread_create(&b, 0, work, argc > 1 ? argv : 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
