// SPDX-License-Identifier: MIT
/* Atomic calls do not race with each other; with a plain access they do. */
#include "glib.h"

static int counter, mixed, flag;
static void *pointer, *mixed_pointer;

static void *atomically(void *arg)
{
	g_atomic_int_inc(&counter); // NORACE
	g_atomic_int_set(&flag, 1); // NORACE
	g_atomic_int_add(&mixed, 1); // RACE
	g_atomic_pointer_set(&pointer, arg); // NORACE
	g_atomic_pointer_set(&mixed_pointer, arg); // RACE
	return arg;
}

static void *also(void *arg)
{
	int n = g_atomic_int_get(&counter); // NORACE

	n += g_atomic_int_dec_and_test(&counter); // NORACE
	n += g_atomic_int_compare_and_exchange(&flag, 0, 1); // NORACE
	n += mixed; // RACE
	n += g_atomic_pointer_get(&pointer) != NULL; // NORACE
	n += mixed_pointer != NULL; // RACE
	return n ? arg : NULL;
}

int main(void)
{
	GThread *a = g_thread_new("a", atomically, NULL), *b = g_thread_new("b", also, NULL);

	g_thread_join(a);
	g_thread_join(b);
	return 0;
}
