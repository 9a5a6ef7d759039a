// SPDX-License-Identifier: MIT
/* Several may find the state as it was in the beginning: it is changed in a section of its own, it is
 * put back, each looks under another lock, it is looked at without a lock, or not changed by all who look. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int late, late_data, back, back_data, two, two_data, some, some_data;
static atomic_int loose;
static int loose_data;

static void changed_late(void)
{
	int mine = 0;

	pthread_mutex_lock(&m);
	if (!late)
		mine = 1;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	late = 1;
	pthread_mutex_unlock(&m);
	if (mine)
		late_data++; // RACE
}

static void put_back(void)
{
	pthread_mutex_lock(&m);
	if (back) {
		back = 0;
		pthread_mutex_unlock(&m);
		return;
	}
	back = 1;
	pthread_mutex_unlock(&m);
	back_data++; // RACE
}

static void under_two(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	if (two) { // RACE
		pthread_mutex_unlock(lock);
		return;
	}
	two = 1; // RACE
	pthread_mutex_unlock(lock);
	two_data++; // RACE
}

static void in_two_steps(void)
{
	if (atomic_load(&loose) == 0) {
		atomic_store(&loose, 1);
		loose_data++; // RACE
	}
}

static int look(int change)
{
	pthread_mutex_lock(&m);
	int before = some;
	if (change)
		some = 1;
	pthread_mutex_unlock(&m);
	return before;
}

static void *use(void *arg)
{
	changed_late();
	put_back();
	under_two(arg ? &m : &n);
	in_two_steps();
	if (!look(arg != NULL))
		some_data++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, use, &a);
	pthread_join(a, NULL);
	return pthread_join(b, NULL);
}
