// SPDX-License-Identifier: MIT
/* Who calls the functions of a network device and of routing rules with which lock, and what is
 * copied out of a packet. */
#include "module.h"

struct sk_buff {
	unsigned len;
	unsigned char *data;
};
struct net_device {
	int flags;
	void *ml_priv;
};
struct net_device_ops {
	int (*ndo_open)(struct net_device *d);
	int (*ndo_start_xmit)(struct sk_buff *skb, struct net_device *d);
	int (*ndo_features_check)(struct sk_buff *skb, struct net_device *d);
	void (*ndo_poll_controller)(struct net_device *d);
	int (*ndo_change_mtu)(struct net_device *d, int mtu);
	void (*ndo_get_stats)(struct net_device *d);
};
struct fib_rule;
struct fib_rules_ops {
	int (*configure)(struct fib_rule *r);
	int (*delete)(struct fib_rule *r);
};

int skb_copy_bits(const struct sk_buff *skb, int at, void *to, int n);

static struct {
	int polled, polled_and_read, mtu, rules, rules_and_sent;
} state;
static unsigned short kept;

static void *header(const struct sk_buff *skb, void *buffer)
{
	if (skb->len >= 2)
		return skb->data;
	return skb_copy_bits(skb, 0, buffer, 2) < 0 ? 0 : buffer; // RACE
}

/* The buffer is the caller's own. */
static int protocol(const struct sk_buff *skb)
{
	unsigned short own;
	unsigned short *p = header(skb, &own);

	return p ? *p : 0; // NORACE
}

/* The buffer is one for all. */
static int protocol_kept(const struct sk_buff *skb)
{
	unsigned short *p = header(skb, &kept);

	return p ? *p : 0; // RACE
}

static int sent(struct sk_buff *skb, struct net_device *d)
{
	state.rules_and_sent += d->flags; // RACE
	return protocol(skb) + protocol_kept(skb);
}

/* Asked before a packet is sent, without rtnl. */
static int checked(struct sk_buff *skb, struct net_device *d)
{
	return protocol(skb) + protocol_kept(skb) + state.mtu + d->flags; // RACE
}

static int mtu_changed(struct net_device *d, int mtu)
{
	state.mtu = mtu + d->flags; // RACE
	return 0;
}

/* Not at the same time as itself. */
static void poll(struct net_device *d)
{
	state.polled += d->flags; // NORACE
	state.polled_and_read++;  // RACE
}

static void counted(struct net_device *d)
{
	d->flags = state.polled_and_read; // RACE
}

static int rule_made(struct fib_rule *r)
{
	state.rules += r != 0; // NORACE
	return 0;
}

static int rule_gone(struct fib_rule *r)
{
	state.rules -= r != 0;		// NORACE
	state.rules_and_sent -= r != 0; // RACE
	return 0;
}

static int watch(void *arg)
{
	(void)arg;
	rtnl_lock();
	state.rules++; // NORACE
	rtnl_unlock();
	return 0;
}

static const struct net_device_ops operations = {
	.ndo_start_xmit = sent,
	.ndo_features_check = checked,
	.ndo_poll_controller = poll,
	.ndo_change_mtu = mtu_changed,
	.ndo_get_stats = counted,
};
static const struct fib_rules_ops rules = {rule_made, rule_gone};

int init_module(void)
{
	keep(&operations);
	keep(&rules);
	kthread_create_on_node(watch, 0, 0, "watch");
	return 0;
}
