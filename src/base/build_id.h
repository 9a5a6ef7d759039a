/* SPDX-License-Identifier: MIT */
/*
 * The name that the linker gave this program: a digest of all that is in it. Two builds with
 * the same name are the same program.
 */
#ifndef CHEQUER_BASE_BUILD_ID_H
#define CHEQUER_BASE_BUILD_ID_H

#include <stddef.h>

struct build_id {
	const unsigned char *at; /* NULL: it was linked without one */
	size_t n;
};

struct build_id own_build_id(void);

#endif
