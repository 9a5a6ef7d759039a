/* SPDX-License-Identifier: MIT */
#ifndef COMMANDS_H
#define COMMANDS_H

struct command {
	const char *name;
	void (*run)(int argument);
};

extern const struct command commands[];

int command_total(void);

#endif
