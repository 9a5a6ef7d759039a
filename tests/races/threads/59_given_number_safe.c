// SPDX-License-Identifier: MIT
// What a function does depends on a number, or a null pointer, that it is given, and the threads give
// other ones than main: behind a test, behind a call, behind two tests of which one is enough, in a
// recursion, after some computation, in a switch, handed down by a helper.
#include <pthread.h>
#include <stddef.h>

enum { KEEP = 1, RESET = 2 };
static int plain, called, either, deep, bits, cases, named, kept, left;

static void count_called(void)
{
	called++;	// NORACE
}

static void on_flag(int flag)
{
	if (flag)
		plain++;	// NORACE
}

static void on_flag_by_call(int flag)
{
	if (flag == 0)
		return;
	count_called();
}

static void on_either(int user, int group)
{
	if (user != -1 || group != -1)
		either++;	// NORACE
}

static void in_rounds(int flag, int n)
{
	if (n > 1)
		in_rounds(flag, n - 1);
	if (flag)
		deep++;	// NORACE
}

static void on_bits(unsigned flags)
{
	if (flags & RESET)
		bits++;	// NORACE
}

static void on_case(int what)
{
	switch (what) {
	case 1: kept++; break;	// NORACE
	case 2: cases++; break;	// NORACE
	default: break;
	}
}

static void store_name(const int *name)
{
	if (!name)
		return;
	named = *name;	// NORACE
}

static void helper(const int *name, int what)
{
	store_name(name);
	on_case(what);
}

static void on_other(_Bool first)
{
	if (!first) {
		left++;	// NORACE
		return;
	}
	kept = 0;	// NORACE
}

static void all(const int *name)
{
	on_flag(1);
	on_flag_by_call(1);
	on_either(5, -1);
	in_rounds(1, 3);
	on_bits(KEEP | RESET);
	helper(name, 2);
	on_other(0);
}

static void *worker(void *arg)
{
	on_flag(0);
	on_flag_by_call(0);
	on_either(-1, -1);
	in_rounds(0, 3);
	on_bits(KEEP);
	helper(NULL, 3);
	return arg;
}

int main(void)
{
	pthread_t t;
	int name = 3;
	on_other(1);
	on_case(1);
	pthread_create(&t, NULL, worker, NULL);
	all(&name);
	pthread_join(t, NULL);
	return plain + called + either + deep + bits + cases + named + kept + left;
}
