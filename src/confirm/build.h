/* SPDX-License-Identifier: MIT */
/* A small program, built for confirm from the units that were analysed. */
#ifndef CHEQUER_CONFIRM_BUILD_H
#define CHEQUER_CONFIRM_BUILD_H

#include "project/project.h"
#include "report/report.h"

/* The path of the program, in the temporary directory. 'flags' are those the user gave
 * after --: libraries among them are linked. Dies with the compiler's message. */
const char *build_program(const struct project *p, const char *const *flags,
			  struct arena *a);
/* The same for one without main, with a driver, whose source is written to 'driver' (driver.h);
 * NULL: none can be made. */
const char *build_driven(const struct project *p, const char *const *flags,
			 const struct report *r, const char *driver, struct arena *a);

#endif
