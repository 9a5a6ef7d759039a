// SPDX-License-Identifier: MIT
/* What a handler is given is not the giver's alone any more. */
#include "kernel.h"

struct device {
	int filled, pending, counted;
	spinlock_t lock;
};

static int handler(int irq, void *arg)
{
	struct device *d = arg;

	d->pending = irq + d->filled; // RACE
	spin_lock(&d->lock);
	d->counted++; // NORACE
	spin_unlock(&d->lock);
	return 0;
}

int main(void)
{
	struct device *made = __kmalloc(sizeof(*made), 0);
	struct device local;

	made->filled = 1; // NORACE
	local.filled = 1; // NORACE
	request_irq(1, handler, 0, "made", made);
	request_irq(2, handler, 0, "local", &local);
	made->pending = 0; // RACE
	local.pending = 0; // RACE
	spin_lock(&made->lock);
	made->counted = 0; // NORACE
	spin_unlock(&made->lock);
	return 0;
}
