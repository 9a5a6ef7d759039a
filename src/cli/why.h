/* SPDX-License-Identifier: MIT */
/* What chequer why asks: two source lines, given as FILE:LINE. */
#ifndef CHEQUER_CLI_WHY_H
#define CHEQUER_CLI_WHY_H

#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"

struct analysis;

struct place {
	const char *file;
	uint32_t line;
};

struct place why_place(struct arena *a, const char *text);
/* Prints which stage dismissed the pair, and why; returns the exit status. */
int why_pair(const struct analysis *a, struct place first, struct place second, FILE *out);

#endif
