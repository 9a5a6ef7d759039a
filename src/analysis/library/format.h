/* SPDX-License-Identifier: MIT */
/* Formats of printf and scanf: which arguments are pointers to what. */
#ifndef CHEQUER_ANALYSIS_FORMAT_H
#define CHEQUER_ANALYSIS_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

struct conversion {
	uint32_t argument; /* behind the format, from 0 */
	uint32_t size;	   /* bytes behind the pointer; 0: a string */
	bool write;
};

/* The arguments that the function follows: %s and %n of printf, all of scanf.
 * Returns how many, at most cap. */
uint32_t format_read(const char *format, bool scan, struct conversion *out, uint32_t cap);

#endif
