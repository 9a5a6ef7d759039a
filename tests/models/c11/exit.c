// SPDX-License-Identifier: MIT
/* thrd_exit does not come back; thrd_detach means no order at the end. */
#include <threads.h>

static int unreached, detached;

static int leaver(void *arg)
{
	(void)arg;
	detached = 1; // RACE
	thrd_exit(0);
	unreached = 1; // NORACE
	return 0;
}

int main(void)
{
	thrd_t a;

	thrd_create(&a, leaver, NULL);
	thrd_detach(a);
	unreached = 2; // NORACE
	detached = 2; // RACE
	thrd_yield();
	return 0;
}
