// SPDX-License-Identifier: MIT
/* One folder of the kernel: a part that is a module (init_module) beside parts that are built in.
 * The first functions of both run before all else, and start more threads than a running set tells
 * apart; none of these is one that calls an entry. */
#include "module.h"

#define __init __attribute__((section(".init.text")))
#define __exit __attribute__((section(".exit.text")))
#define __addressable(f)                                                                           \
	static void *addressable_##f __attribute__((used, section(".discard.addressable"))) =      \
		(void *)f

struct work_struct {
	void (*func)(struct work_struct *);
};
int schedule_work(struct work_struct *w);

static int cache, table, users, jobs;
int (*hook)(void);

static void work(struct work_struct *w)
{
	(void)w;
	jobs++; // RACE
}

#define FOUR(x) x##0 = {work}, x##1 = {work}, x##2 = {work}, x##3 = {work}
#define START_FOUR(x)                                                                              \
	schedule_work(&x##0), schedule_work(&x##1), schedule_work(&x##2), schedule_work(&x##3)
#define SIXTEEN(x) FOUR(x##a), FOUR(x##b), FOUR(x##c), FOUR(x##d)
#define START_SIXTEEN(x)                                                                           \
	START_FOUR(x##a), START_FOUR(x##b), START_FOUR(x##c), START_FOUR(x##d)
static struct work_struct SIXTEEN(w), SIXTEEN(x), SIXTEEN(y), SIXTEEN(z), SIXTEEN(v);

static int __init start_works(void)
{
	START_SIXTEEN(w);
	START_SIXTEEN(x);
	START_SIXTEEN(y);
	START_SIXTEEN(z);
	START_SIXTEEN(v);
	return 0;
}
__addressable(start_works);

static int __init make_table(void)
{
	table = 1; // NORACE
	return 0;
}
__addressable(make_table);

static int __exit drop_table(void)
{
	table = 0; // NORACE
	return 0;
}
__addressable(drop_table);

int init_module(void)
{
	cache = 1; // NORACE
	return 0;
}

void cleanup_module(void)
{
	cache = 0; // RACE
}

static long look(struct file *f, char *buffer, unsigned long n, long *at)
{
	(void)f, (void)buffer, (void)at;
	users++; // RACE
	if (hook)
		hook(); /* whatever was put there: nothing that only the linker's table names */
	return n + table + cache; // NORACE
}

/* whoever calls it, the module's end does not wait for it */
int used(void)
{
	return cache; // RACE
}

const struct file_operations mixed_operations = {look, 0, 0, 0};
