// SPDX-License-Identifier: MIT
/* Built into the kernel: there is no init_module. What is in .init.text runs first and alone, and
 * what is in .exit.text never; the tables are what the kernel calls in between. */
#include "module.h"

#define __init __attribute__((section(".init.text")))
#define __exit __attribute__((section(".exit.text")))
#define __addressable(f) static void *addressable_##f __attribute__((used)) = (void *)f

static void *cache;
static int users, started, ticks, parsed;

static int __init make_cache(void)
{
	cache = kzalloc(16, 0); // NORACE
	return cache ? 0 : -1;	// NORACE
}

static int __init start(void)
{
	users = 1; // NORACE
	started++; // NORACE
	return make_cache();
}
__addressable(start);

static int __init parse(char *text)
{
	parsed = *text; // NORACE
	started++;	// NORACE
	return 0;
}
__addressable(parse);

static void __exit stop(void)
{
	users = 0;    // NORACE
	kfree(cache); // NORACE
}
__addressable(stop);

/* it is never called */
static void __exit undo(void)
{
	kfree(cache); // NORACE
	cache = 0;    // NORACE
}
__addressable(undo);

static long look(struct file *f, char *buffer, unsigned long n, long *at)
{
	(void)f, (void)buffer, (void)at;
	return n + (cache != 0) + parsed + users; // RACE
}

static long change(struct file *f, const char *buffer, unsigned long n, long *at)
{
	(void)f, (void)buffer, (void)at;
	users++; // RACE
	return n + (cache != 0) + parsed; // NORACE
}

static int late(void)
{
	return ticks++; // RACE
}

/* whoever calls it */
int tick(void)
{
	return late() + ticks; // RACE
}

const struct file_operations builtin_operations = {look, change, 0, 0};
