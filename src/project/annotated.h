/* SPDX-License-Identifier: MIT */
/*
 * Annotations of clang's -Wthread-safety in a source: GUARDED_BY(lock) behind a member or a
 * variable, in whatever spelling. They do not reach bitcode, so they are read where they are
 * written (docs/decisions/annotations.md): names only, without the preprocessor.
 */
#ifndef CHEQUER_PROJECT_ANNOTATED_H
#define CHEQUER_PROJECT_ANNOTATED_H

#include "base/arena.h"
#include "base/vec.h"

struct annotation {
	const char *memory; /* 'box.count', 'hits' */
	const char *lock;   /* 'lock', 'hits_lock' */
	uint32_t line;
};
struct annotations {
	VEC(struct annotation) list;
};

/* Adds those of the text. A lock that is more than a name, or a way of members to one, is left
 * out. */
void annotations_read(struct annotations *out, struct arena *a, const char *text);
void annotations_free(struct annotations *x);

#endif
