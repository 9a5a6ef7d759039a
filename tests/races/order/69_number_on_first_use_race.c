// SPDX-License-Identifier: MIT
// RUN: --all
/* As 69_number_on_first_use_safe.c, but: nobody looks whether it is another number; or it is looked for
 * the wrong one; somebody stores the first number again, or just another one; there are two locks;
 * or it may have been stored by another one since. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int new_index(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int unsure = -1, wrong = -1, reset = -1, changed = -1, two = -1, gap = -1;

static int get_unsure(void)
{
	pthread_mutex_lock(&lock);
	if (unsure == -1)
		unsure = new_index(); // RACE
	pthread_mutex_unlock(&lock);
	return unsure; // RACE
}

static int get_wrong(void)
{
	pthread_mutex_lock(&lock);
	if (wrong == -1) {
		wrong = new_index(); // RACE
		assert(wrong != 0);
	}
	pthread_mutex_unlock(&lock);
	return wrong; // RACE
}

static int get_reset(void)
{
	pthread_mutex_lock(&lock);
	if (reset == -1) {
		reset = new_index(); // RACE
		assert(reset != -1);
	}
	pthread_mutex_unlock(&lock);
	return reset; // RACE
}

static void forget(void)
{
	pthread_mutex_lock(&lock);
	reset = -1; // RACE
	pthread_mutex_unlock(&lock);
}

static int get_changed(void)
{
	pthread_mutex_lock(&lock);
	if (changed == -1) {
		changed = new_index(); // RACE
		assert(changed != -1);
	}
	pthread_mutex_unlock(&lock);
	return changed; // RACE
}

static void change(void)
{
	pthread_mutex_lock(&lock);
	changed = new_index(); // RACE
	assert(changed != -1);
	pthread_mutex_unlock(&lock);
}

static int get_two(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
	if (two == -1) { // RACE
		two = new_index(); // RACE
		assert(two != -1); // RACE
	}
	pthread_mutex_unlock(m);
	return two; // RACE
}

/* The lock itself is released in between. */
static void let_go(pthread_mutex_t *m)
{
	pthread_mutex_unlock(m);
	pthread_mutex_lock(m);
}

static int get_gap(void)
{
	pthread_mutex_lock(&lock);
	if (gap == -1) {
		let_go(&lock);
		gap = new_index(); // RACE
		assert(gap != -1);
	}
	pthread_mutex_unlock(&lock);
	return gap; // RACE
}

static void *use(void *arg)
{
	int n = get_unsure() + get_wrong() + get_reset() + get_changed() + get_two(arg) + get_gap();

	forget();
	change();
	return n ? &lock : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, use, &lock);
	pthread_create(&b, NULL, use, &other);
	use(&lock);
	return 0;
}
