// SPDX-License-Identifier: MIT
/* GOnce, and the in-line once of g_once_init_enter and leave. */
#include "glib.h"

static GOnce once;
static size_t place;
static int made, table, outside;

static void *make(void *arg)
{
	made = 1; // NORACE
	return arg;
}

static void *worker(void *arg)
{
	int sum;

	g_once_impl(&once, make, NULL);
	sum = made; // NORACE
	if (g_once_init_enter(&place)) {
		table = 42; // NORACE
		g_once_init_leave(&place, 1);
	}
	sum += table; // NORACE
	outside += sum; // RACE
	return arg;
}

int main(void)
{
	GThread *a = g_thread_new("a", worker, NULL), *b = g_thread_new("b", worker, NULL);

	g_thread_join(a);
	g_thread_join(b);
	return 0;
}
