// SPDX-License-Identifier: MIT
/* A driver: no main, but a module that begins and ends. The kernel calls what is in its
 * tables, with its own locks held, and passes it the objects in which the driver has put
 * its pointers. */
#include "kernel.h"

struct device {
	void *parent, *driver_data;
};
struct usb_interface {
	int number;
	struct device dev;
};
struct file {
	void *private_data;
};
struct inode {
	int minor;
};
struct usb_driver {
	const char *name;
	int (*probe)(struct usb_interface *i, const void *id);
	void (*disconnect)(struct usb_interface *i);
	int (*suspend)(struct usb_interface *i);
};
struct file_operations {
	long (*read)(struct file *f, char *buffer, unsigned long n, long *at);
	long (*write)(struct file *f, const char *buffer, unsigned long n, long *at);
	int (*open)(struct inode *i, struct file *f);
	int (*release)(struct inode *i, struct file *f);
};
struct device_attribute {
	long (*show)(struct device *d, struct device_attribute *a, char *buffer);
	long (*store)(struct device *d, struct device_attribute *a, const char *buffer);
};
struct net_device {
	char name[16];
	int flags;
	const struct net_device_ops *ops;
	void *ml_priv;
};
struct net_device_ops {
	int (*ndo_open)(struct net_device *d);
	int (*ndo_stop)(struct net_device *d);
	int (*ndo_start_xmit)(void *skb, struct net_device *d);
	int (*ndo_set_mac_address)(struct net_device *d, void *address);
	void *(*ndo_get_stats)(struct net_device *d);
};
struct input_dev {
	int keys;
	int (*open)(struct input_dev *d);
};
struct miscdevice {
	int minor, busy;
	const struct file_operations *operations;
};
struct urb {
	int status;
	void *context;
	void (*complete)(struct urb *u);
};

void *alloc_etherdev_mqs(int n, int transmit, int receive);
void *alloc_netdev_mqs(int n, const char *name, int type, void (*setup)(struct net_device *d),
		       int transmit, int receive);
static inline void *netdev_priv(const struct net_device *d)
{
	return (char *)d + sizeof(*d);
}
int register_netdev(struct net_device *d);
int register_netdevice(struct net_device *d);
int input_register_device(struct input_dev *d);
int misc_register(struct miscdevice *d);
struct usb_interface *usb_find_interface(struct usb_driver *d, int minor);
struct urb *usb_alloc_urb(int n, int flags);
int usb_submit_urb(struct urb *u, int flags);
int usb_register(struct usb_driver *d);
void usb_deregister(struct usb_driver *d);
void hardware(int command);
void keep(const void *table);

struct gadget {
	struct mutex lock;
	int opens, level, seen, setting, slept, gone, received;
	struct urb *urb;
};

struct private {
	int up, sent, late, address;
	int ring[8];
	int next;
};

static int found; // how often

static struct private *private_of(struct net_device *d)
{
	return netdev_priv(d);
}

static void received(struct urb *u)
{
	struct gadget *g = u->context;

	if (u->status) // NORACE
		return;
	g->received++; // RACE
	usb_submit_urb(u, 0);
}

static int gadget_probe(struct usb_interface *i, const void *id)
{
	struct gadget *g = kzalloc(sizeof(*g), 0);
	struct net_device *d = alloc_etherdev_mqs(sizeof(struct private), 1, 1);

	(void)id;
	found++; // NORACE
	g->level = 1; // NORACE
	g->urb = usb_alloc_urb(0, 0);
	g->urb->complete = received;
	g->urb->context = g;
	i->dev.driver_data = g;
	g->setting = 3; // NORACE
	private_of(d)->late = 2; // NORACE
	return register_netdev(d);
}

static void gadget_disconnect(struct usb_interface *i)
{
	struct gadget *g = i->dev.driver_data;

	found--; // NORACE
	g->setting = 0; // NORACE
	g->gone = 1; // RACE
}

static int gadget_suspend(struct usb_interface *i)
{
	struct gadget *g = i->dev.driver_data;

	g->slept = 1; // NORACE
	return 0;
}

static struct usb_driver driver = {"gadget", gadget_probe, gadget_disconnect, gadget_suspend};

static int gadget_open(struct inode *i, struct file *f)
{
	struct gadget *g = usb_find_interface(&driver, i->minor)->dev.driver_data;

	f->private_data = g;
	g->opens++; // RACE
	usb_submit_urb(g->urb, 0);
	return 0;
}

static long gadget_read(struct file *f, char *buffer, unsigned long n, long *at)
{
	struct gadget *g = f->private_data;

	(void)buffer, (void)at;
	if (g->gone) // RACE
		return -1;
	hardware(g->received); // RACE
	mutex_lock(&g->lock);
	n += g->level; // NORACE
	mutex_unlock(&g->lock);
	return n + g->seen + g->slept; // RACE
}

static long gadget_write(struct file *f, const char *buffer, unsigned long n, long *at)
{
	struct gadget *g = f->private_data;

	(void)buffer, (void)at;
	mutex_lock(&g->lock);
	g->level++; // NORACE
	g->seen = 1; // RACE
	mutex_unlock(&g->lock);
	return n;
}

static const struct file_operations operations = {gadget_read, gadget_write, gadget_open, 0};

static long setting_show(struct device *d, struct device_attribute *a, char *buffer)
{
	struct gadget *g = d->driver_data;

	(void)a, (void)buffer;
	return g->setting; // RACE
}

static long setting_store(struct device *d, struct device_attribute *a, const char *buffer)
{
	struct gadget *g = d->driver_data;

	(void)a;
	g->setting = *buffer; // RACE
	return 1;
}

static struct device_attribute attribute = {setting_show, setting_store};

static int net_open(struct net_device *d)
{
	d->name[0] = 'e'; // NORACE
	d->flags |= 1; // NORACE
	private_of(d)->up = 1; // NORACE
	private_of(d)->sent = 0; // NORACE
	return 0;
}

static int net_stop(struct net_device *d)
{
	private_of(d)->up = 0; // NORACE
	return 0;
}

static int net_transmit(void *skb, struct net_device *d)
{
	struct private *p = private_of(d);

	(void)skb;
	p->ring[p->next % 8] = d->name[1]; // NORACE
	p->next++; // NORACE
	private_of(d)->sent++; // RACE
	return private_of(d)->late; // NORACE
}

static int net_address(struct net_device *d, void *address)
{
	(void)address;
	private_of(d)->address++; // RACE
	return 0;
}

static void *net_stats(struct net_device *d)
{
	hardware(private_of(d)->address); // RACE
	hardware(private_of(d)->sent); // RACE
	return d;
}

static const struct net_device_ops net_operations = {net_open, net_stop, net_transmit,
							net_address, net_stats};

/* ---- devices that are variables of the driver ---- */

static struct net_device *loop;

static void loop_setup(struct net_device *d)
{
	private_of(d)->late = 1; // NORACE
}

static long loop_show(struct device *d, struct device_attribute *a, char *buffer)
{
	(void)d, (void)a, (void)buffer;
	return private_of(loop)->up++; // RACE
}

static struct device_attribute loop_attribute = {loop_show, 0};

static int input_open(struct input_dev *d)
{
	d->keys++; // NORACE
	return 0;
}

static struct input_dev input = {0, input_open};
static struct miscdevice misc = {1, 0, &operations};

static long misc_show(struct miscdevice *d)
{
	return d->busy++; // RACE
}

static const struct driver_attribute {
	long (*show)(struct miscdevice *d);
} busy = {misc_show};

int init_module(void)
{
	keep(&busy);
	keep(&loop_attribute);
	loop = alloc_netdev_mqs(sizeof(struct private), "loop", 0, loop_setup, 1, 1);
	input_register_device(&input);
	misc_register(&misc);
	keep(&operations);
	keep(&net_operations);
	found = 0; // NORACE
	return usb_register(&driver);
}

void cleanup_module(void)
{
	found = -1; // NORACE
	usb_deregister(&driver);
	keep(&attribute);
}
