/* SPDX-License-Identifier: MIT */
/* Inside code.c and lines.c: the only files that know libdw. */
#ifndef CHEQUER_CONFIRM_LINES_H
#define CHEQUER_CONFIRM_LINES_H

#include <elfutils/libdw.h>

#include "confirm/code.h"

struct code_debug {
	int fd;
	Elf *elf;
	Dwarf *dwarf;
};

void lines_read(struct code *c);

#endif
