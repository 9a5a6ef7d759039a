// SPDX-License-Identifier: MIT
/* As 39_optional_lock_safe.c, but: the mode changes while threads run, the threads exist in both modes, it is
 * the wrong mode that takes the lock, the lock is given back before the end, or each takes another one. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int changing, both, wrong, early, other, on;
static int changed, shared, mistaken, released, apart;

static void use_changing(void)
{
	if (changing) // RACE
		pthread_mutex_lock(&m);
	changed++; // RACE
	if (changing) // RACE
		pthread_mutex_unlock(&m);
}

static void use_both(void)
{
	if (both)
		pthread_mutex_lock(&m);
	shared++; // RACE
	if (both)
		pthread_mutex_unlock(&m);
}

static void use_wrong(void)
{
	if (!wrong)
		pthread_mutex_lock(&m);
	mistaken++; // RACE
	if (!wrong)
		pthread_mutex_unlock(&m);
}

static void use_early(void)
{
	if (early)
		pthread_mutex_lock(&m);
	if (early)
		pthread_mutex_unlock(&m);
	released++; // RACE
}

static void use_other(pthread_mutex_t *lock)
{
	if (other)
		pthread_mutex_lock(lock);
	apart++; // RACE
	if (other)
		pthread_mutex_unlock(lock);
}

static void *run(void *arg)
{
	use_changing();
	use_both();
	return arg;
}

static void *run_in_mode(void *arg)
{
	use_wrong();
	use_early();
	use_other(&n);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t a, b;

	(void)argv;
	both = argc > 1;
	wrong = argc > 2;
	early = argc > 3;
	other = argc > 4;
	on = wrong && early && other;
	pthread_create(&a, NULL, run, NULL);
	if (wrong && early && other)
		pthread_create(&b, NULL, run_in_mode, NULL);
	use_changing();
	changing = 1; // RACE
	use_both();
	use_wrong();
	use_early();
	use_other(&m);
	pthread_join(a, NULL);
	return on;
}
