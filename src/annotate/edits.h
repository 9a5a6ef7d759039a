/* SPDX-License-Identifier: MIT */
/*
 * Insertions into files: the text that comes of them, and the patch.
 *
 *	edits_insert(&e, file, 17, " GUARDED_BY(m)");
 *	edits_apply(&e, file, old, &new);
 *	edits_diff(name, old, new, &patch);
 */
#ifndef CHEQUER_ANNOTATE_EDITS_H
#define CHEQUER_ANNOTATE_EDITS_H

#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

struct insertion {
	uint32_t file; /* whatever the caller counts files by */
	uint32_t at;   /* in the old text */
	uint32_t order; /* of those at one place */
	const char *text;
};

struct edits {
	VEC(struct insertion) list;
};

/* The same text at the same place is inserted once. */
void edits_insert(struct edits *e, uint32_t file, uint32_t at, const char *text);
void edits_apply(const struct edits *e, uint32_t file, const char *old, struct str *out);
void edits_free(struct edits *e);

/* A unified diff, as 'patch -p1' and 'git apply' take it; old NULL: the file is new. Lines of
 * old may have grown in new, and new ones stand between them; none is gone. */
void edits_diff(const char *file, const char *old, const char *text, struct str *out);

#endif
