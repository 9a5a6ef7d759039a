// SPDX-License-Identifier: MIT
/* The device is registered before it is ready; and two devices share a variable. */
struct usb_interface {
	void *data;
};
struct usb_driver {
	int (*probe)(struct usb_interface *i);
	void (*disconnect)(struct usb_interface *i);
};
struct file;
struct file_operations {
	long (*read)(struct file *f);
};

int usb_register(struct usb_driver *d);
int usb_register_dev(struct usb_interface *i, const struct file_operations *f);

static int ready, devices;

static long gadget_read(struct file *f)
{
	(void)f;
	return ready; // FN probe is taken to be done before anybody reads
}

static const struct file_operations operations = {gadget_read};

static int gadget_probe(struct usb_interface *i)
{
	usb_register_dev(i, &operations);
	devices++; // FN with one device, probe is called once
	ready = 1; // FN probe is taken to be done before anybody reads
	return 0;
}

static struct usb_driver driver = {gadget_probe, 0};

int init_module(void)
{
	return usb_register(&driver);
}
