// SPDX-License-Identifier: MIT
// The id of the calling thread, compared with one that the main thread has stored.
#include <threads.h>
static thrd_t owner, second;
static int mine, any;

static void touch(void)
{
	if (thrd_equal(thrd_current(), owner))
		mine++; // NORACE
	else if (thrd_equal(second, thrd_current())) // RACE
		any++; // RACE
}

static int work(void *arg)
{
	second = thrd_current(); // RACE
	touch();
	return arg != NULL;
}

int main(void)
{
	thrd_t a, b;

	owner = thrd_current();
	thrd_create(&a, work, NULL);
	thrd_create(&b, work, NULL);
	touch();
	any++; // RACE
	thrd_join(a, NULL);
	thrd_join(b, NULL);
	return 0;
}
