// SPDX-License-Identifier: MIT
/* Functions that are registered are called later, with the lock of the list that they are on;
 * nothing of the registration itself runs them. */
#include "module.h"

#define __init __attribute__((section(".init.text")))
#define __addressable(f)                                                                           \
	static void *addressable_##f __attribute__((used, section(".discard.addressable"))) =      \
		(void *)f

struct notifier_block {
	int (*notifier_call)(struct notifier_block *nb, unsigned long event, void *data);
};
void rtnl_register(int protocol, int type, int (*doit)(void *), int (*dumpit)(void *), unsigned f);
int register_netdevice_notifier(struct notifier_block *nb);
int register_reboot_notifier(struct notifier_block *nb);

static int routes, readers, events, addresses;

static int new_route(void *message)
{
	(void)message;
	addresses++; // RACE
	return routes++; // NORACE
}

static int dump_routes(void *message)
{
	(void)message;
	return routes + readers; // NORACE
}

static int on_device(struct notifier_block *nb, unsigned long event, void *data)
{
	(void)nb, (void)event, (void)data;
	events++; // RACE
	return routes--; // NORACE
}

static int on_reboot(struct notifier_block *nb, unsigned long event, void *data)
{
	(void)nb, (void)event, (void)data;
	addresses++; // RACE
	return events++; // RACE
}

static struct notifier_block device_notifier = {on_device}, reboot_notifier = {on_reboot};

static int __init start(void)
{
	rtnl_register(2, 24, new_route, dump_routes, 0);
	register_netdevice_notifier(&device_notifier);
	register_reboot_notifier(&reboot_notifier);
	readers = 1; // NORACE
	return 0;
}
__addressable(start);

/* under the same lock, taken by hand */
int flush_routes(void)
{
	rtnl_lock();
	routes = 0; // NORACE
	rtnl_unlock();
	return 0;
}
