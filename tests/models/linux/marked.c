// SPDX-License-Identifier: MIT
/* Marked accesses race with plain ones, and never with each other. */
#include "module.h"

void kcsan_disable_current(void);
void kcsan_enable_current(void);
void kcsan_nestable_atomic_begin(void);
void kcsan_nestable_atomic_end(void);
void kcsan_flat_atomic_begin(void);
void kcsan_flat_atomic_end(void);

static int both, plain_read, plain_write, half, counted, known, stepped, unmarked;
static atomic_t users;
static int ready, message, early;
static struct box {
	int n;
} first, *box = &first;

static int *where(void)
{
	return &half;
}

static long shared_read(struct file *f, char *buffer, unsigned long n, long *at)
{
	(void)f, (void)buffer, (void)at;
	n += READ_ONCE(both);		   // NORACE
	n += plain_read;		   // RACE
	n += READ_ONCE(plain_write);	   // RACE
	n += *(volatile int *)where();	   // RACE
	n += atomic_read(&users);	   // NORACE
	n += users.counter;		   // RACE
	n += data_race(known);		   // NORACE
	n += data_race(unmarked) + stepped; // RACE
	n += rcu_dereference(box)->n;	   // NORACE
	if (smp_load_acquire(&ready))
		n += message; // NORACE
	kcsan_disable_current();
	n += known; // NORACE
	kcsan_enable_current();
	kcsan_nestable_atomic_begin();
	kcsan_flat_atomic_begin();
	n += known; // NORACE
	kcsan_flat_atomic_end();
	n += known; // NORACE
	kcsan_nestable_atomic_end();
	n += counted; // RACE
	if (READ_ONCE(early))
		smp_mb();
	return n;
}

static long shared_write(struct file *f, const char *buffer, unsigned long n, long *at)
{
	static struct box other;

	(void)f, (void)buffer, (void)at;
	WRITE_ONCE(both, 1);	   // NORACE
	WRITE_ONCE(plain_read, 2); // RACE
	plain_write = 3;	   // RACE
	(*where())++;		   // RACE
	atomic_inc(&users);	   // RACE
	atomic_set(&users, 4);	   // RACE
	known++;		   // RACE
	stepped++;		   // RACE
	unmarked = 5;		   // RACE
	counted = data_race(counted + 1); // RACE
	rcu_assign_pointer(box, &other);  // NORACE
	WRITE_ONCE(early, 1);		  // NORACE
	return n;
}

static const struct file_operations operations = {shared_read, shared_write, 0, 0};

int init_module(void)
{
	keep(&operations);
	message = 6; // NORACE
	smp_store_release(&ready, 1); // NORACE
	_printk("ready");
	return 0;
}
