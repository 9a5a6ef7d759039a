// SPDX-License-Identifier: MIT
/* All names of what keeps others off this processor. */
#include "module.h"

#define this_cpu_ptr(p)                                                                            \
	({                                                                                         \
		unsigned long v_;                                                                  \
		__asm__("add %%gs:%1, %0" : "=r"(v_) : "m"(this_cpu_off), "0"(p));                 \
		(__typeof__(p))v_;                                                                 \
	})
extern unsigned long this_cpu_off;
struct timer_list {
	void *entry[2];
	unsigned long expires;
	void (*function)(struct timer_list *timer);
	unsigned flags;
};
void timer_setup(struct timer_list *timer, void (*f)(struct timer_list *timer), unsigned flags);
int mod_timer(struct timer_list *timer, unsigned long expires);
void __local_bh_disable_ip(void);
void __local_bh_enable_ip(void);
void _local_bh_enable(void);
void arch_local_irq_disable(void);
void arch_local_irq_enable(void);
void get_cpu(void);
void local_bh_disable(void);
void local_bh_enable(void);
void local_irq_restore(void);
void local_irq_save(void);
void migrate_disable(void);
void migrate_enable(void);
void native_irq_disable(void);
void native_irq_enable(void);
void preempt_disable(void);
void preempt_disable_notrace(void);
void preempt_enable_no_resched(void);
void preempt_enable_notrace(void);
void put_cpu(void);
void raw_local_irq_restore(void);
void raw_local_irq_save(void);

static __attribute__((section(".data..percpu"))) struct {
	int process, softirq, interrupt;
} counts;
static struct timer_list timer;

static void tick(struct timer_list *t)
{
	(void)t;
	this_cpu_ptr(&counts)->softirq++; // RACE
}

static int handler(int irq, void *device)
{
	(void)irq, (void)device;
	this_cpu_ptr(&counts)->interrupt++; // RACE
	return 1;
}

static long change(struct file *f, const char *buffer, unsigned long n, long *at)
{
	(void)f, (void)buffer, (void)at;
	preempt_disable_notrace();
	this_cpu_ptr(&counts)->process++; // RACE
	this_cpu_ptr(&counts)->softirq++; // RACE
	this_cpu_ptr(&counts)->interrupt++; // RACE
	preempt_enable_notrace();
	this_cpu_ptr(&counts)->process++; // RACE
	migrate_disable();
	this_cpu_ptr(&counts)->process++; // RACE
	this_cpu_ptr(&counts)->softirq++; // RACE
	this_cpu_ptr(&counts)->interrupt++; // RACE
	migrate_enable();
	this_cpu_ptr(&counts)->process++; // RACE
	get_cpu();
	this_cpu_ptr(&counts)->process++; // RACE
	this_cpu_ptr(&counts)->softirq++; // RACE
	this_cpu_ptr(&counts)->interrupt++; // RACE
	put_cpu();
	this_cpu_ptr(&counts)->process++; // RACE
	preempt_disable();
	this_cpu_ptr(&counts)->process++; // RACE
	this_cpu_ptr(&counts)->softirq++; // RACE
	this_cpu_ptr(&counts)->interrupt++; // RACE
	preempt_enable_no_resched();
	this_cpu_ptr(&counts)->process++; // RACE
	local_bh_disable();
	this_cpu_ptr(&counts)->process++; // RACE
	this_cpu_ptr(&counts)->softirq++; // NORACE
	this_cpu_ptr(&counts)->interrupt++; // RACE
	local_bh_enable();
	this_cpu_ptr(&counts)->process++; // RACE
	__local_bh_disable_ip();
	this_cpu_ptr(&counts)->process++; // RACE
	this_cpu_ptr(&counts)->softirq++; // NORACE
	this_cpu_ptr(&counts)->interrupt++; // RACE
	__local_bh_enable_ip();
	this_cpu_ptr(&counts)->process++; // RACE
	local_bh_disable();
	this_cpu_ptr(&counts)->process++; // RACE
	this_cpu_ptr(&counts)->softirq++; // NORACE
	this_cpu_ptr(&counts)->interrupt++; // RACE
	_local_bh_enable();
	this_cpu_ptr(&counts)->process++; // RACE
	arch_local_irq_disable();
	this_cpu_ptr(&counts)->process++; // RACE
	this_cpu_ptr(&counts)->softirq++; // NORACE
	this_cpu_ptr(&counts)->interrupt++; // NORACE
	arch_local_irq_enable();
	this_cpu_ptr(&counts)->process++; // RACE
	native_irq_disable();
	this_cpu_ptr(&counts)->process++; // RACE
	this_cpu_ptr(&counts)->softirq++; // NORACE
	this_cpu_ptr(&counts)->interrupt++; // NORACE
	native_irq_enable();
	this_cpu_ptr(&counts)->process++; // RACE
	local_irq_save();
	this_cpu_ptr(&counts)->process++; // RACE
	this_cpu_ptr(&counts)->softirq++; // NORACE
	this_cpu_ptr(&counts)->interrupt++; // NORACE
	local_irq_restore();
	this_cpu_ptr(&counts)->process++; // RACE
	raw_local_irq_save();
	this_cpu_ptr(&counts)->process++; // RACE
	this_cpu_ptr(&counts)->softirq++; // NORACE
	this_cpu_ptr(&counts)->interrupt++; // NORACE
	raw_local_irq_restore();
	this_cpu_ptr(&counts)->process++; // RACE
	mod_timer(&timer, n);
	return n;
}

static const struct file_operations operations = {0, change, 0, 0};

int init_module(void)
{
	keep(&operations);
	timer_setup(&timer, tick, 0);
	return request_irq(3, handler, 0, "counts", &timer);
}
