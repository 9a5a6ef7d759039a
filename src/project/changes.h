/* SPDX-License-Identifier: MIT */
/*
 * What has changed since a revision, as git tells it: lines of the files as they are now,
 * and functions that calls were removed from. Files that git does not know yet have
 * changed as a whole.
 */
#ifndef CHEQUER_PROJECT_CHANGES_H
#define CHEQUER_PROJECT_CHANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"

struct changed_lines {
	uint32_t file; /* number in files */
	uint32_t first, end;
};
struct removed_call {
	uint32_t file;
	const char *function; /* as git names what is around; "" when it does not */
	const char *callee;
};
struct changes {
	struct arena memory;
	const char *root, *here; /* absolute */
	struct intern files; /* absolute paths */
	VEC(struct changed_lines) lines;
	VEC(struct removed_call) removed;
};

/* Dies with what git says when there is no such revision, or no repository. */
void changes_since(struct changes *c, const char *revision);
void changes_free(struct changes *c);
/* File names are absolute, or relative to where we are. */
bool changes_has_line(struct changes *c, const char *file, uint32_t line);
/* What that function calls no more, or NULL. */
const char *changes_removed(struct changes *c, const char *file, const char *function);
/* The file as it was in the revision; false: there was none. */
bool changes_old_file(struct changes *c, const char *revision, const char *file,
		      struct str *out);

/* For changes_since, and for tests: the output of git diff --unified=0. */
void changes_parse(struct changes *c, const char *diff);

#endif
