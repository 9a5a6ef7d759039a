/* SPDX-License-Identifier: MIT */
/* The files under models/, compiled in (builtin.c is made by embed.cmake). */
#ifndef CHEQUER_MODEL_BUILTIN_H
#define CHEQUER_MODEL_BUILTIN_H

#include <stddef.h>
#include <stdint.h>

struct builtin_model {
	const char *file;
	const char *text;
	size_t size;
};

extern const struct builtin_model builtin_models[];
extern const uint32_t builtin_model_count;

#endif
