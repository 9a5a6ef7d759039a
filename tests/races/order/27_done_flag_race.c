// SPDX-License-Identifier: MIT
// Flags that do not say that it is done: one that is set back, one that is not set,
// one that is set too late, one that nobody looks at before reading.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static bool again, never, late, unseen;
static int a, b, c, d;

static void set_back(void)
{
	pthread_mutex_lock(&m);
	if (!again) {
		a = 1; // RACE
		again = true;
	}
	pthread_mutex_unlock(&m);
	a |= 2; // RACE
	pthread_mutex_lock(&m);
	again = false;
	pthread_mutex_unlock(&m);
}

static void not_set(void)
{
	pthread_mutex_lock(&m);
	if (!never) // RACE
		b = 1; // RACE
	pthread_mutex_unlock(&m);
	if (b != 1) // RACE
		never = true; // RACE
}

static void too_late(void)
{
	pthread_mutex_lock(&m);
	if (!late) {
		late = true;
		pthread_mutex_unlock(&m);
		c = 1; // RACE
		pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m);
	c |= 2; // RACE
}

static int not_seen(int sure)
{
	pthread_mutex_lock(&m);
	if (sure && !unseen) {
		d = 1; // RACE
		unseen = true;
	}
	pthread_mutex_unlock(&m);
	return d; // RACE
}

static void *run(void *arg)
{
	set_back();
	not_set();
	too_late();
	return not_seen(arg != NULL) ? arg : NULL;
}

int main(void)
{
	pthread_t x, y;

	pthread_create(&x, NULL, run, &m);
	pthread_create(&y, NULL, run, NULL);
	pthread_join(x, NULL);
	pthread_join(y, NULL);
	return 0;
}
