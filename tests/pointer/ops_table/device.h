// SPDX-License-Identifier: MIT
struct device;
struct operations {
	int (*read)(struct device *, char *);
	void (*close)(struct device *);
};
struct device {
	const struct operations *ops;
	void *state;
};
extern const struct operations disk_operations, tape_operations;
