// SPDX-License-Identifier: MIT
/* Memory that is found in a variable of this processor, from which others are kept there: each
 * processor has its own. Unless nobody is kept away on one side, or all have found the same. */
#include "module.h"

#define __init __attribute__((section(".init.text")))
#define __addressable(f) static void *addressable_##f __attribute__((used)) = (void *)f
#define DEFINE_PER_CPU(type, name) __attribute__((section(".data..percpu"))) type name
extern unsigned long this_cpu_off, __per_cpu_offset[64];
#define this_cpu_ptr(p)                                                                            \
	({                                                                                         \
		unsigned long v_;                                                                  \
		__asm__("add %%gs:%1, %0" : "=r"(v_) : "m"(this_cpu_off), "0"(p));                 \
		(__typeof__(p))v_;                                                                 \
	})
#define per_cpu_ptr(p, cpu) ((__typeof__(p))((unsigned long)(p) + __per_cpu_offset[cpu]))
void local_irq_disable(void);
void local_irq_enable(void);

struct scratch {
	int own, loose;
};
struct shared {
	int n;
};
static DEFINE_PER_CPU(struct scratch *, pool);
static DEFINE_PER_CPU(struct shared *, same);
static DEFINE_PER_CPU(struct shared *, once);
static struct shared shared;

static void add(int cpu)
{
	*per_cpu_ptr(&pool, cpu) = kzalloc(sizeof(struct scratch), 0);
}

static int handler(int irq, void *device);

static int __init start(void)
{
	struct shared *one = kzalloc(sizeof(*one), 0);

	for (int i = 0; i < 64; i++) {
		add(i);
		*per_cpu_ptr(&same, i) = &shared;
		*per_cpu_ptr(&once, i) = one;
	}
	return request_irq(3, handler, 0, "memory", &shared);
}
__addressable(start);

static int handler(int irq, void *device)
{
	(void)irq, (void)device;
	(*this_cpu_ptr(&pool))->own++;	 // NORACE
	(*this_cpu_ptr(&pool))->loose++; // RACE
	(*this_cpu_ptr(&same))->n++;	 // RACE
	(*this_cpu_ptr(&once))->n++;	 // RACE
	return 1;
}

static long process(struct file *f, const char *buffer, unsigned long n, long *at)
{
	(void)f, (void)buffer, (void)at;
	local_irq_disable();
	(*this_cpu_ptr(&pool))->own++; // NORACE
	(*this_cpu_ptr(&same))->n++;   // RACE
	(*this_cpu_ptr(&once))->n++;   // RACE
	local_irq_enable();
	(*this_cpu_ptr(&pool))->loose++; // RACE
	return n;
}

const struct file_operations processor_operations = {0, process, 0, 0};
