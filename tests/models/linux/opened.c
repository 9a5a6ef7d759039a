// SPDX-License-Identifier: MIT
/* The kernel turns a network device on and off with its own lock held. Registers of the device
 * are nobody's memory. */
#include "module.h"

struct net_device {
	int flags;
	void *ml_priv;
};
struct net_device_ops {
	int (*ndo_open)(struct net_device *d);
	int (*ndo_stop)(struct net_device *d);
};

static struct {
	int guarded, bare, ended;
	volatile unsigned *registers;
} state;
static unsigned shadow;

/* as the kernel has it */
static inline void writel(unsigned value, volatile void *p)
{
	__asm__ __volatile__("movl %0,%1" : : "r"(value), "m"(*(volatile unsigned *)p) : "memory");
}

static int watch(void *arg)
{
	(void)arg;
	rtnl_lock();
	state.guarded++; // NORACE
	state.ended++;	 // NORACE
	writel(1, &shadow);
	rtnl_unlock();
	state.bare++; // RACE
	return 0;
}

static int opened(struct net_device *d)
{
	state.guarded = d->flags; // NORACE
	state.bare = 1;		  // RACE
	writel(2, &shadow);
	return 0;
}

static int closed(struct net_device *d)
{
	state.ended = d->flags; // NORACE
	return 0;
}

static const struct net_device_ops operations = {opened, closed};

int init_module(void)
{
	keep(&operations);
	kthread_create_on_node(watch, 0, 0, "watch");
	return 0;
}
