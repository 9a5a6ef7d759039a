// SPDX-License-Identifier: MIT
/* A lock made of a plain variable that is tested and set in one atomic section. */
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int taken, busy;
static int first, second;

static void assume_abort_if_not(int condition)
{
	if (!condition)
		abort();
}

static void __VERIFIER_atomic_acquire(void)
{
	assume_abort_if_not(taken == 0); // NORACE
	taken = 1; // NORACE
}

static void __VERIFIER_atomic_release(void)
{
	taken = 0; // NORACE
}

static void enter(void)
{
	for (;;) {
		__VERIFIER_atomic_begin();
		if (!busy) { // NORACE
			busy = 1; // NORACE
			__VERIFIER_atomic_end();
			return;
		}
		__VERIFIER_atomic_end();
	}
}

static void __VERIFIER_atomic_leave(void)
{
	if (busy) // NORACE
		busy = 0; // NORACE
}

static void *work(void *arg)
{
	__VERIFIER_atomic_acquire();
	first++; // NORACE
	__VERIFIER_atomic_release();
	enter();
	second++; // NORACE
	__VERIFIER_atomic_leave();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return first + second;
}
