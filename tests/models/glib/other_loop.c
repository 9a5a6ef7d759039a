// SPDX-License-Identifier: MIT
// RUN: --all
/* A second thread runs a loop as well: it may own a context, and callbacks may be called by
 * either, so that neither says who does it. */
#include "glib.h"

static int total, timer;

static int show(void *arg)
{
	total++; // RACE
	(void)arg;
	return 0;
}

static int tick(void *arg)
{
	timer++; // RACE
	(void)arg;
	return 1;
}

static void tell(void)
{
	if (g_main_context_is_owner(NULL))
		show(NULL);
	else
		g_idle_add(show, NULL);
}

static void *worker(void *arg)
{
	tell();
	while (g_main_context_iteration(arg, 1))
		timer--; // RACE
	return NULL;
}

int main(void)
{
	g_timeout_add(10, tick, NULL);
	g_thread_new("a", worker, NULL);
	tell();
	g_main_loop_run(g_main_loop_new(NULL, 0));
	return 0;
}
