// SPDX-License-Identifier: MIT
/* As 45_atomic_section_lock_safe.c, but the variable is tested before the atomic section, or
 * not at all, or what is shared is touched after it was given back. */
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int taken, busy, other;
static int first, second, third;

static void __VERIFIER_atomic_acquire(void)
{
	if (taken != 0) // NORACE
		abort();
	taken = 1; // NORACE
}

static void __VERIFIER_atomic_release(void)
{
	taken = 0; // NORACE
}

static void __VERIFIER_atomic_set(void)
{
	other = 1; // NORACE
}

static void __VERIFIER_atomic_clear(void)
{
	other = 0; // NORACE
}

static void enter(void)
{
	while (busy) // RACE
		;
	__VERIFIER_atomic_begin();
	busy = 1; // RACE
	__VERIFIER_atomic_end();
}

static void __VERIFIER_atomic_leave(void)
{
	busy = 0; // RACE
}

static void *work(void *arg)
{
	__VERIFIER_atomic_acquire();
	__VERIFIER_atomic_release();
	first++; // RACE
	enter();
	second++; // RACE
	__VERIFIER_atomic_leave();
	__VERIFIER_atomic_set();
	third++; // RACE
	__VERIFIER_atomic_clear();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return first + second + third;
}
