/* SPDX-License-Identifier: MIT */
/*
 * Splitting a command into words: as the POSIX shell does for the 'command' of
 * a compile database (quotes and backslashes; no expansions, as build tools do
 * not write any), and as compilers do for response files.
 */
#ifndef CHEQUER_PROJECT_WORDS_H
#define CHEQUER_PROJECT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/vec.h"

struct words {
	VEC(const char *) list; /* the strings live in the arena */
};

enum word_rules {
	WORDS_SHELL,	/* inside "...", \ escapes only $ ` " \ and newline */
	WORDS_RESPONSE, /* inside quotes of either kind, \ escapes anything */
};

/* Adds the words of the text; false when a quote is not closed. */
bool words_split(struct words *w, struct arena *a, enum word_rules rules,
		 const char *text, size_t size);
void words_free(struct words *w);

#endif
