/* SPDX-License-Identifier: MIT */
/* A small program, built for confirm from the units that were analysed. */
#ifndef CHEQUER_CONFIRM_BUILD_H
#define CHEQUER_CONFIRM_BUILD_H

#include "project/project.h"

/* The path of the program, in the temporary directory. 'flags' are those the user gave
 * after --: libraries among them are linked. Dies with the compiler's message. */
const char *build_program(const struct project *p, const char *const *flags,
			  struct arena *a);

#endif
