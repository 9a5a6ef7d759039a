// SPDX-License-Identifier: MIT
/* What the C++ compiler calls: new, delete, guards of static locals. */
#include "../two.h"

extern void *operator_new(unsigned long n) __asm__("_Znwm");
extern void operator_delete(void *p) __asm__("_ZdlPv");
int __cxa_guard_acquire(long *guard);
void __cxa_guard_release(long *guard);

static long guard;
static int made, unguarded;

static void *worker(void *arg)
{
	int *fresh = operator_new(sizeof(*fresh)), sum;

	*fresh = 1; // NORACE
	operator_delete(fresh);
	if (__cxa_guard_acquire(&guard)) {
		made = 42; // NORACE
		__cxa_guard_release(&guard);
	}
	sum = made; // NORACE
	unguarded += sum; // RACE
	return arg;
}

TWO_THREADS(worker, worker)
