/* SPDX-License-Identifier: MIT */
/* The cells that the functions of a component may write. Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_MODIFIED_H
#define CHEQUER_ANALYSIS_MODIFIED_H

#include "analysis/summarize.h"

struct modified {
	cell_id *at; /* sorted, owned by the caller */
	uint32_t n;
	bool any;
	bool over; /* any, because these functions themselves have too many */
	bool may_fork; /* a thread may be created by them or below */
	struct map places; /* of modified_flags: object and offset, or PT_ANY */
	struct map gifts;  /* likewise: how they are given back */
	struct map marks;  /* likewise: what is put there to take them */
	bool counted;	   /* one of some is taken somewhere */
};

/* What functions write themselves, of those that were looked at. */
struct written {
	cell_id *cells;
	uint32_t n;
	struct {
		uint32_t first, n;
		bool known;
	} *of; /* [function] */
};

/* What any thread that the program starts, handler or later callback may write. Models:
 * by symbol. */
void modified_by_threads(const struct summarize_input *in,
			 const struct model *const *models, struct modified *out,
			 struct written *written);
/* Likewise, or main while it may not be alone: after modified_by_threads. */
void modified_by_others(const struct summarize_input *in, const struct model *const *models,
			struct written *written, struct modified *out);
void written_free(struct written *w);
void modified_find(const struct summarize_input *in, const struct model *const *models,
		   const struct summaries *done, const struct written *written,
		   uint32_t component, struct modified *out);
/* What is taken by test-and-set (atomic.c). */
void modified_flags(const struct summarize_input *in, const struct model *const *models,
		    struct modified *out);
bool modified_has(const struct modified *m, cell_id c);
/* The number that is always put there to take the flag. */
bool modified_mark(const struct modified *m, const struct pt_set *set, int64_t *out);
/* Likewise, if nothing else but zero is stored there. */
bool modified_only_mark(const struct modified *m, const struct pt_set *set, int64_t *out);
/* May that be a flag that is never given back in a way that others see what was done? */
bool modified_is_weak(const struct modified *m, const struct pt_set *set);
/* Is that a semaphore made of an atomic (analysis/exec/semaphore.c)? */
bool modified_is_counted(const struct modified *m, const struct pt_set *set);
/* Is it given back in some place without a count of how often its owner has taken it? */
bool modified_is_given_whole(const struct modified *m, const struct pt_set *set);
/* Does an address that points there mean only what is taken by test-and-set? */
bool modified_has_place(const struct modified *m, const struct pt_set *set);

#endif
