/* SPDX-License-Identifier: MIT */
/*
 * Contents: what the program ever stores in memory, by object and offset, in one pass
 * over all that writes. A word in which always the same number is stored has that one;
 * whatever is not a store of a number at a known place (blocks, library functions,
 * pointers of which nothing is known) may have written anything there.
 *
 * Objects come from the inclusion solver. Where its set for a pointer says 'anything',
 * all that unification has put in one place with what the pointer means may be written.
 */
#ifndef CHEQUER_ANALYSIS_CONTENTS_H
#define CHEQUER_ANALYSIS_CONTENTS_H

#include "analysis/summarize.h"
#include "analysis/whole/constants.h"

enum { CONTENTS_MAX_BYTES = 8 };

enum stored_kind {
	STORED_NONE, /* nothing is stored there */
	STORED_ONE,
	STORED_SEVERAL,
};
struct stored {
	enum stored_kind kind;
	int64_t value;
};

/* Of the functions that are live. */
struct contents *contents_find(const struct summarize_input *in, const bool *live,
			       struct constants *constants);
void contents_free(struct contents *c);

/* What is stored in that many bytes, and in no others that overlap with them. */
struct stored contents_at(const struct contents *c, struct pt_loc l, uint32_t size);
/* May a pointer of which nothing is known have written there? */
bool contents_is_lost(const struct contents *c, struct pt_loc l, uint32_t size);
/* Is there a call of a function of which nothing is known? */
bool contents_call_unknown(const struct contents *c);
/* Is anything stored in the object, but for the same byte everywhere? */
bool contents_has(const struct contents *c, obj_id o);
void stored_join(struct stored *to, struct stored x);
/* Are the bytes there one word, and not spread over elements that are folded onto each
 * other? */
bool contents_is_word(const struct pointers *pt, struct pt_loc l, uint32_t size);

#endif
