// SPDX-License-Identifier: MIT
/* The kernel's own code for locks is part of what is looked at: rows stand for it all the same.
 * x86's cli keeps nobody else away: other processors go on. */
#include "module.h"

struct percpu_rw_semaphore {
	long count;
	int block;
};
void percpu_down_read(struct percpu_rw_semaphore *s);
void percpu_up_read(struct percpu_rw_semaphore *s);
void percpu_down_write(struct percpu_rw_semaphore *s);
void percpu_up_write(struct percpu_rw_semaphore *s);

static struct mutex lock;
static struct percpu_rw_semaphore rwsem;
static unsigned long word;
static int guarded, by_bit, by_rwsem, by_cli, made, allocations;

void mutex_lock(struct mutex *m)
{
	while (m->owner) // NORACE
		;
	m->owner = 1; // NORACE
}

void mutex_unlock(struct mutex *m)
{
	m->owner = 0; // NORACE
}

static inline void bit_spin_lock(int bit, unsigned long *p)
{
	while (*p & 1ul << bit) // NORACE
		;
	*p |= 1ul << bit; // NORACE
}

static inline void bit_spin_unlock(int bit, unsigned long *p)
{
	*p &= ~(1ul << bit); // NORACE
}

void *__kmalloc(unsigned long n, unsigned flags)
{
	static char pool[1 << 20];

	(void)flags;
	allocations += n; // NORACE
	return pool + allocations;
}

static long change(struct file *f, const char *buffer, unsigned long n, long *at)
{
	int *p = __kmalloc(sizeof(*p), 0);

	(void)f, (void)buffer, (void)at;
	*p = 1; // NORACE
	mutex_lock(&lock);
	guarded++; // NORACE
	mutex_unlock(&lock);
	made++; // RACE
	bit_spin_lock(0, &word);
	by_bit++; // NORACE
	bit_spin_unlock(0, &word);
	percpu_down_write(&rwsem);
	by_rwsem++; // NORACE
	percpu_up_write(&rwsem);
	__asm__ __volatile__("cli" : : : "memory");
	by_cli++; // RACE
	__asm__ __volatile__("sti" : : : "memory");
	return *p; // NORACE
}

static long look(struct file *f, char *buffer, unsigned long n, long *at)
{
	(void)f, (void)buffer, (void)at;
	percpu_down_read(&rwsem);
	n += by_rwsem; // NORACE
	percpu_up_read(&rwsem);
	return n;
}

static const struct file_operations operations = {look, change, 0, 0};

int init_module(void)
{
	keep(&operations);
	return 0;
}
