// SPDX-License-Identifier: MIT
/* As 38_set_up_by_one_safe.c, but: said to be done too early, done whether the step has succeeded or not,
 * without order in memory, undone later, or not waited for on one way. */
#include <pthread.h>
#include <stdatomic.h>

enum { NONE, DOING, DONE };

static atomic_int early, always, relaxed, undone, hasty;
static int early_data, always_data, relaxed_data, undone_data, hasty_data;

static void set_up_early(void)
{
	int expected = NONE;

	if (atomic_compare_exchange_strong(&early, &expected, DOING)) {
		atomic_store(&early, DONE);
		early_data = 1; // FN an atomic flag lies around the two: ranked low
	}
	while (atomic_load(&early) != DONE)
		;
}

static void set_up_always(void)
{
	int expected = NONE;

	atomic_compare_exchange_strong(&always, &expected, DOING);
	always_data = 1; // RACE
	atomic_store(&always, DONE);
}

static void set_up_relaxed(void)
{
	int expected = NONE;

	if (atomic_compare_exchange_strong(&relaxed, &expected, DOING)) {
		relaxed_data = 1; // FN an atomic flag lies around the two: ranked low
		atomic_store_explicit(&relaxed, DONE, memory_order_relaxed);
	}
	while (atomic_load_explicit(&relaxed, memory_order_relaxed) != DONE)
		;
}

static void set_up_undone(void)
{
	int expected = NONE;

	if (atomic_compare_exchange_strong(&undone, &expected, DOING)) {
		undone_data = 1; // FN an atomic flag lies around the two: ranked low
		atomic_store(&undone, DONE);
	}
	while (atomic_load(&undone) != DONE)
		;
}

static void set_up_hasty(int some)
{
	int expected = NONE;

	if (atomic_compare_exchange_strong(&hasty, &expected, DOING)) {
		hasty_data = 1; // FN an atomic flag lies around the two: ranked low
		atomic_store(&hasty, DONE);
	}
	while (!some && atomic_load(&hasty) != DONE)
		;
}

static void *work(void *arg)
{
	int sum;

	set_up_early();
	set_up_always();
	set_up_relaxed();
	set_up_undone();
	set_up_hasty(arg != NULL);
	sum = early_data; // FN an atomic flag lies around the two: ranked low
	sum += always_data; // RACE
	sum += relaxed_data; // FN an atomic flag lies around the two: ranked low
	sum += undone_data; // FN an atomic flag lies around the two: ranked low
	sum += hasty_data; // FN an atomic flag lies around the two: ranked low
	atomic_store(&undone, NONE);
	return sum ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, &a);
	pthread_join(a, NULL);
	return pthread_join(b, NULL);
}
