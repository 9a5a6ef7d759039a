// SPDX-License-Identifier: MIT
/* Function tables across files: each device's functions get that device. */
#include "device.h"

static char disk_state, tape_state;
static struct device disk = {&disk_operations, &disk_state};
static struct device tape = {&tape_operations, &tape_state};

static int device_read(struct device *d)
{
	char c;

	return d->ops->read(d, &c);
}

int main(int argc, char **argv)
{
	struct device *d = argc > 1 ? &disk : &tape;

	(void)argv;
	device_read(d);
	if (d->ops->close)
		d->ops->close(d);
	return 0;
}
