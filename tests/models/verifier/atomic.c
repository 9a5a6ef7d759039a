// SPDX-License-Identifier: MIT
/* The verification benchmarks' atomic sections: one global lock. */
#include "../two.h"

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);
void reach_error(void);

static int section, function, mixed, unlocked, unreached, impossible;

static void __VERIFIER_atomic_step(void)
{
	function++; // NORACE
	section++; // NORACE
	mixed++; // RACE
}

static void *worker(void *arg)
{
	int n = __VERIFIER_nondet_int();

	__VERIFIER_atomic_begin();
	section++; // NORACE
	__VERIFIER_atomic_end();
	__VERIFIER_atomic_step();
	mixed++; // RACE
	unlocked += n; // RACE
	if (n > 7) {
		reach_error();
		unreached++; // NORACE
	}
	if (n == 3) {
		__VERIFIER_assume(0);
		impossible++; // NORACE
	}
	return arg;
}

TWO_THREADS(worker, worker)
