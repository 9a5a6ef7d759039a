// SPDX-License-Identifier: MIT
/* The function of a context runs in whoever switches to it, here after the join. */
#include <pthread.h>
#include <ucontext.h>

static ucontext_t back, routine;
static char stack[32768];
static int value, after;

static void body(void)
{
	value = 7; // NORACE
	after = 1; // NORACE
}

static void *other(void *arg)
{
	value = 1; // NORACE
	return arg;
}

int main(void)
{
	pthread_t t;

	getcontext(&routine);
	routine.uc_stack.ss_sp = stack;
	routine.uc_stack.ss_size = sizeof(stack);
	routine.uc_link = &back;
	makecontext(&routine, body, 0);
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL);
	swapcontext(&back, &routine);
	after = 2; // NORACE
	return value + after; // NORACE
}
