// SPDX-License-Identifier: MIT
/* Interrupts off: that keeps handlers of this processor away from what is this processor's own,
 * and from nothing else. */
#include "module.h"

#define DEFINE_PER_CPU(type, name) __attribute__((section(".data..percpu"))) type name
extern unsigned long this_cpu_off, __per_cpu_offset[64];
#define this_cpu_ptr(p)                                                                            \
	({                                                                                         \
		unsigned long v_;                                                                  \
		__asm__("add %%gs:%1, %0" : "=r"(v_) : "m"(this_cpu_off), "0"(p));                 \
		(__typeof__(p))v_;                                                                 \
	})
#define per_cpu_ptr(p, cpu) ((__typeof__(p))((unsigned long)(p) + __per_cpu_offset[cpu]))
#define this_cpu_inc(x) __asm__ __volatile__("incl %%gs:%0" : "+m"(x))
void preempt_disable(void);
void preempt_enable(void);
void local_irq_disable(void);
void local_irq_enable(void);
unsigned long arch_local_irq_save(void);
void arch_local_irq_restore(unsigned long flags);

struct counters {
	int packets, bytes, drops, remote, loose, inside;
};
static DEFINE_PER_CPU(struct counters, counters);
static DEFINE_PER_CPU(int, quick);
static int global, after, by_two, by_one;
static raw_spinlock_t one, two;

static int handler(int irq, void *device)
{
	unsigned long flags;

	(void)irq, (void)device;
	this_cpu_ptr(&counters)->packets++; // NORACE
	this_cpu_ptr(&counters)->drops++;   // RACE
	this_cpu_ptr(&counters)->inside++;  // NORACE
	global++; // RACE
	after++;  // RACE
	flags = _raw_spin_lock_irqsave(&one);
	by_two++; // RACE
	by_one++; // NORACE
	_raw_spin_unlock_irqrestore(&one, flags);
	return 1;
}

static long process(struct file *f, const char *buffer, unsigned long n, long *at)
{
	unsigned long flags;

	(void)f, (void)buffer, (void)at;
	local_irq_disable();
	this_cpu_ptr(&counters)->packets++; // NORACE
	global++;			    // RACE
	local_irq_enable();
	flags = arch_local_irq_save();
	this_cpu_ptr(&counters)->packets++; // NORACE
	arch_local_irq_restore(flags);
	after++; // RACE

	preempt_disable();
	this_cpu_ptr(&counters)->bytes++; // NORACE
	this_cpu_ptr(&counters)->drops++; // RACE
	preempt_enable();
	this_cpu_ptr(&counters)->loose++; // RACE
	this_cpu_inc(quick);		  // NORACE

	flags = _raw_spin_lock_irqsave(&two);
	by_two++; // RACE
	_raw_spin_unlock_irqrestore(&two, flags);
	flags = _raw_spin_lock_irqsave(&one);
	by_one++; // NORACE
	_raw_spin_unlock_irqrestore(&one, flags);

	preempt_disable();
	this_cpu_ptr(&counters)->remote++; // RACE
	preempt_enable();
	return n;
}

static long collect(struct file *f, char *buffer, unsigned long n, long *at)
{
	(void)f, (void)buffer, (void)at;
	preempt_disable();
	n = per_cpu_ptr(&counters, n)->remote; // RACE
	preempt_enable();
	return n;
}

static const struct file_operations operations = {collect, process, 0, 0};

int init_module(void)
{
	keep(&operations);
	return request_irq(3, handler, 0, "counters", &global);
}
