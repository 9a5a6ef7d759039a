// SPDX-License-Identifier: MIT
// RUN: --library
// Constructors of a library have run before anybody calls it: what they do once is done.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT, other = PTHREAD_ONCE_INIT;
static int table, late, plain;

static void fill(void)
{
	table = 7;	// NORACE
}

static void fill_late(void)
{
	late = 7;	// RACE
}

void library_init(void)
{
	pthread_once(&once, fill);
}

void library_init_late(void)
{
	pthread_once(&other, fill_late);
}

__attribute__((constructor)) static void loaded(void)
{
	plain = 3;	// NORACE
	library_init();
}

static void *run(void *a)
{
	return table + plain > 3 ? a : 0;	// NORACE
}

static void *run_late(void *a)
{
	return late > 3 ? a : 0;	// RACE
}

int library_start(pthread_t *t)
{
	return pthread_create(t, 0, run, 0) + pthread_create(t, 0, run_late, 0);
}

int library_get(void)
{
	return table + plain;	// NORACE
}
