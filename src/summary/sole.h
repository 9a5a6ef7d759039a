/* SPDX-License-Identifier: MIT */
/*
 * Words that are the only ones to hold their pointer: nothing is stored in them but null and
 * memory that was allocated for it, and that pointer is stored nowhere else. So any two such
 * words, in one object or in two, hold the addresses of different objects, at any time; what
 * is found through different ones is different memory.
 */
#ifndef CHEQUER_SUMMARY_SOLE_H
#define CHEQUER_SUMMARY_SOLE_H

#include "base/map.h"
#include "pointer/pointer.h"

enum { SOLE_WORD = 8 }; /* bytes */

struct sole_words {
	struct map mixed; /* object, word -> something else is stored there; or in any of
			   * its words (PT_ANY) */
	uint32_t *other;  /* [object] 1 + the first byte that may be written in some other
			   * way, with all that follow; 0: none */
	bool *filled;	  /* [object] it may hold pointers from the beginning */
	const struct pointers *pt;
};

bool sole_words_has(const struct sole_words *w, struct pt_loc at);
/* Two addresses: are they of different words, and is what is found there never the same? */
bool sole_words_apart(const struct sole_words *w, const struct pt_set *a, const struct pt_set *b);
void sole_words_free(struct sole_words *w);

#endif
