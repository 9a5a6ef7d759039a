/* SPDX-License-Identifier: MIT */
/*
 * What a library offers: the names in its public headers.
 *
 * clang preprocesses each header, with the flags of the first unit that is compiled. What is left
 * has no comments and no macros, and its line markers tell which lines are of the header itself
 * and which are included. A name on its own lines that is a function of the library is one that
 * it declares, or calls in an inline function: code outside may call it either way.
 */
#ifndef CHEQUER_PROJECT_API_H
#define CHEQUER_PROJECT_API_H

#include "base/map.h"
#include "project/project.h"

struct api {
	struct intern names;
	uint32_t headers;
};

/* Patterns of headers, as of a shell. Dies when one fits no file, or clang refuses it. */
void api_read(struct api *a, const struct project *p, const char *const *patterns);
bool api_has(const struct api *a, const char *name);
void api_free(struct api *a);

#endif
