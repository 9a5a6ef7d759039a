// SPDX-License-Identifier: MIT
/* Calls that do not come back: what follows them does not happen. */
#include <assert.h>
#include <err.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>
#include "../two.h"

static int after_exit, after_abort, after_err, after_jump, after_assert, happens;
static _Thread_local jmp_buf back;

static void *worker(void *arg)
{
	int n = arg ? 3 : 0;

	happens++; // RACE
	if (n == 1) {
		exit(1);
		after_exit++; // NORACE
	}
	if (n == 2) {
		abort();
		after_abort++; // NORACE
	}
	if (n == 3) {
		err(1, "worker");
		after_err++; // NORACE
	}
	if (setjmp(back) == 0) {
		longjmp(back, 1);
		after_jump++; // NORACE
	}
	assert(n == 0);
	if (n) {
		_exit(1);
		after_assert++; // NORACE
	}
	return arg;
}

TWO_THREADS(worker, worker)
