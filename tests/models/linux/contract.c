// SPDX-License-Identifier: MIT
/* lockdep_assert_held: what a function that code outside calls may rely on. Where the program has
 * the callers, these are looked at. */
#include "module.h"

void lockdep_assert_held(const void *lock);
void lockdep_assert_held_write(const void *lock);
void lockdep_assert_held_read(const void *lock);
void assert_spin_locked(const void *lock);
#define assert_held lockdep_assert_held

static struct table {
	struct mutex lock;
	int kept, broken, bare, read;
} table;

/* called from outside only */
int table_next(struct table *t)
{
	lockdep_assert_held(&t->lock);
	return t->kept++; // NORACE
}

int table_write(struct table *t)
{
	lockdep_assert_held_write(&t->lock);
	return t->kept++; // NORACE
}

int table_spin(struct table *t)
{
	assert_spin_locked(&t->lock);
	return t->kept++; // NORACE
}

int table_read(void)
{
	lockdep_assert_held_read(&table.lock);
	return table.kept + table.read++; // RACE
}

static long look(struct file *f, char *buffer, unsigned long n, long *at)
{
	struct table *t = f->private_data;

	(void)buffer, (void)at;
	mutex_lock(&t->lock);
	n = t->kept; // NORACE
	mutex_unlock(&t->lock);
	mutex_lock(&table.lock);
	n += table.kept++ + table.broken++; // RACE
	mutex_unlock(&table.lock);
	return n;
}

static void helper(struct table *t)
{
	assert_held(&t->lock);
	t->broken++; // RACE
}

static long change(struct file *f, const char *buffer, unsigned long n, long *at)
{
	(void)buffer, (void)at, (void)f;
	helper(&table);
	return n;
}

static long control(struct file *f, unsigned command, unsigned long arg)
{
	(void)f, (void)command;
	lockdep_assert_held(&table.lock);
	table.kept += arg; // NORACE
	return 0;
}

static int start(struct inode *i, struct file *f)
{
	(void)i;
	f->private_data = &table;
	return 0;
}

static const struct file_operations operations = {look, change, control, start};

int init_module(void)
{
	keep(&operations);
	_printk("%d", table.bare);
	return 0;
}
