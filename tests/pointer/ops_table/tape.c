// SPDX-License-Identifier: MIT
#include "device.h"

static int position;

static int tape_read(struct device *d, char *to)
{
	*to = 0;
	d->state = &position;
	return position++;
}

const struct operations tape_operations = {tape_read, 0};
