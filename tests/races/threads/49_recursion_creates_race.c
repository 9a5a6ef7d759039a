// SPDX-License-Identifier: MIT
/* At the bottom of two functions that call each other a thread is created; it is
 * still running when they come back. */
#include <pthread.h>

static int before, after;
static pthread_t id;

static void *work(void *arg)
{
	before++; // NORACE
	after++; // RACE
	return arg;
}

static void down(int depth);

static void across(int depth)
{
	if (depth > 0)
		down(depth - 1);
}

static void down(int depth)
{
	if (depth == 0)
		pthread_create(&id, NULL, work, NULL);
	else
		across(depth);
}

int main(void)
{
	before = 1; // NORACE
	across(3);
	after = 1; // RACE
	pthread_join(id, NULL);
	return 0;
}
