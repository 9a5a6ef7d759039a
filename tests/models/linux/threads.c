// SPDX-License-Identifier: MIT
/* Kernel threads, interrupt handlers, completions, memory. */
#include "kernel.h"

struct device {
	int stopped, running, by_handler, by_thread, guarded, handed_over;
	spinlock_t lock;
	struct completion done;
};

static struct device device;
static char buffer[64], sent[64], message[64];
static int *published;

static int entry(void *arg)
{
	struct device *d = arg;
	int *fresh = __kmalloc(8, 0), *zero = kzalloc(8, 0);

	d->stopped++; // NORACE
	d->running++; // RACE
	fresh[0] = 1; // NORACE
	zero[0] = 1; // NORACE
	published = zero; // RACE
	kfree(fresh);
	_copy_from_user(buffer, arg, sizeof(buffer)); // RACE
	_copy_to_user(arg, sent, sizeof(sent)); // RACE
	_printk("%s", message); // RACE
	schedule();
	msleep(1);
	d->handed_over = 1; // NORACE
	complete(&d->done);
	return 0;
}

static int handler(int irq, void *arg)
{
	struct device *d = arg;

	d->by_handler += irq; // RACE
	spin_lock(&d->lock);
	d->guarded++; // NORACE
	spin_unlock(&d->lock);
	return 1;
}

static int threaded(int irq, void *arg)
{
	struct device *d = arg;

	d->by_thread += irq; // RACE
	return 1;
}

int main(void)
{
	struct task_struct *t;
	int n = 0;

	init_completion(&device.done);
	t = kthread_create_on_node(entry, &device, -1, "t");
	device.running++; // RACE
	n += buffer[3]; // RACE
	sent[3] = 1; // RACE
	message[3] = 1; // RACE
	n += published != 0; // RACE
	wait_for_completion(&device.done);
	n += device.handed_over; // NORACE
	kthread_stop(t);
	device.stopped++; // NORACE
	request_irq(1, handler, 0, "irq", &device);
	device.by_handler++; // RACE
	spin_lock(&device.lock);
	device.guarded++; // NORACE
	spin_unlock(&device.lock);
	request_threaded_irq(2, handler, threaded, 0, "irq", &device);
	device.by_thread++; // RACE
	return n;
}
