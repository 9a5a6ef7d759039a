// SPDX-License-Identifier: MIT
/* Calls that only fill in a result write it, wherever that is. */
#define _GNU_SOURCE
#include <signal.h>
#include "../two.h"

static pthread_attr_t attr;
static size_t stack_size;
static int old_state, detach_state;
static char name[16];
static sigset_t mask;

static void *asks(void *arg)
{
	pthread_attr_getstacksize(&attr, &stack_size); // RACE
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old_state); // RACE
	pthread_attr_getdetachstate(&attr, &detach_state); // RACE
	pthread_getname_np(pthread_self(), name, sizeof(name)); // RACE
	pthread_sigmask(SIG_BLOCK, NULL, &mask); // RACE
	return arg;
}

static void *reads(void *arg)
{
	sigset_t copy;
	int sum = (int)stack_size; // RACE

	sum += old_state; // RACE
	sum += detach_state; // RACE
	sum += name[0]; // RACE
	copy = mask; // RACE
	pthread_sigmask(SIG_BLOCK, &copy, NULL); // NORACE
	return sum ? arg : NULL;
}

TWO_THREADS(asks, reads)
