// SPDX-License-Identifier: MIT
// Like 59_given_number_safe.c, but the number is another one than it seems: changed before the test, by a
// loop, in a recursion, given by a variable, by one of two calls, as one thread's argument.
#include <pthread.h>
#include <stddef.h>

enum { KEEP = 1, RESET = 2 };
static int plain, called, either, deep, bits, looped, own, chosen;

static void count_called(void)
{
	called++;	// RACE
}

static void on_flag(int flag, int more)
{
	if (more)
		flag++;
	if (flag)
		plain++;	// RACE
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
		either++;	// RACE
}

static void in_rounds(int flag, int n)
{
	if (n > 1)
		in_rounds(flag + 1, n - 1);
	if (flag == 2)
		deep++;	// RACE
}

static void on_bits(unsigned flags)
{
	if (flags & RESET)
		bits++;	// RACE
}

static void in_loop(int from)
{
	for (int i = from; i < 3; i++)
		if (i == 2)
			looped++;	// RACE
}

static int mode;

static void *worker(void *arg)
{
	on_flag(0, 1);
	on_flag_by_call(mode);
	on_either(-1, 7);
	in_rounds(0, 3);
	on_bits(KEEP);
	on_bits(KEEP | RESET);
	in_loop(0);
	return arg;
}

static void *numbered(void *arg)
{
	if (arg)
		own++;	// RACE
	else
		chosen++;	// NORACE
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t, u, v, w;
	(void)argv;
	mode = argc;
	pthread_create(&t, NULL, worker, NULL);
	pthread_create(&u, NULL, numbered, (void *)1);
	pthread_create(&v, NULL, numbered, (void *)2);
	pthread_create(&w, NULL, numbered, (void *)0);
	on_flag(1, 0);
	on_flag_by_call(1);
	on_either(5, -1);
	in_rounds(2, 1);
	on_bits(RESET);
	in_loop(2);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	pthread_join(v, NULL);
	pthread_join(w, NULL);
	return plain + called + either + deep + bits + looped + own + chosen;
}
