/* SPDX-License-Identifier: MIT */
/* Private to the searches of reach.c, through.c and spread.c. */
#ifndef CHEQUER_RACE_WALK_H
#define CHEQUER_RACE_WALK_H

#include "race/order/order.h"

/* What a search says of a way (way_of). */
enum { REACHED = 1 << 14 };
struct reached {
	uint32_t search, way;
	uint64_t bits;
};

struct between;

/* What all searches share: the program as they see it, and memory for the one at hand. */
struct ground {
	uint32_t searches; /* how many there were */
	struct reached *reached; /* [REACHED] what was asked last, by a hash (reach.c) */
	uint32_t *state_at; /* [func + 1] of its states among those of all functions */
	uint32_t *return_at, *returns; /* [func + 1] its blocks that return */
	bool *asked;	    /* [call edge] something depends on what is returned */
	uint32_t *edge_at;  /* [func + 1] of its edges among those of all functions */
	bool *open;	    /* [edge] no condition holds there in functions without sites */
	bool *loops;	    /* [func] a block leads to itself, or to one before it */
	struct flow_state *in, *out; /* by state */
	bool *sited;	    /* [func] it has sites */
	struct intern states; /* of functions, and before their calls, in all searches */
	uint64_t *entry;    /* [func] of the thread at hand (reach.c) */
	bool *pending;	    /* [func] likewise */
	const uint64_t **parts; /* [func / ENTRY_PART] of entry, as they are kept */
	struct intern between_keys;   /* function, two of its blocks -> in: */
	VEC(struct between) between;  /* since.c */
	VEC(uint32_t) blocks_between;
};

struct walk {
	struct races *r;
	struct flow *w;
	struct ground *g;
	uint32_t asked; /* terms, for the edge at hand; what is too many lets all through */
};

static inline const struct notes *notes_of(const struct walk *k, func_id f)
{
	return &summary_of(k->r->t, f)->notes;
}

/* How deep a condition asks for the results of calls. */
enum { MAX_CALLS = 4 };

/* The states of a function: after any return, and then at the beginning of each block. */
enum { RESULT, BLOCKS };
static inline struct flow_state *states_after(const struct walk *k, func_id f)
{
	return k->g->out + k->g->state_at[f] + BLOCKS;
}

/* ---- reach.c ---- */
/* The first site, or call of f, that is not before the instruction. */
uint32_t first_site(const struct flow *w, func_id f, uint32_t inst);
uint32_t first_edge(const struct callgraph *g, func_id f, uint32_t inst);
/* Where the control of a function is: the sites and calls that come next. */
struct cursor {
	uint32_t site, edge;
};
struct cursor cursor_at(const struct walk *k, func_id f, uint32_t inst);
/* From there to before 'end', in one block. 'calls' gets what is so before each call
 * edge; or NULL. */
struct flow_state run_to(const struct walk *k, func_id f, struct cursor *at, uint32_t end,
			 struct flow_state s, struct flow_state *calls);

/* ---- through.c ---- */
/* Bits that are still set where the edge of a block with that end is taken, as far as is known by
 * now. */
uint64_t through_edge(struct walk *k, func_id f, uint32_t end, const struct flow_edge *e);
/* Is the term about nothing that was chosen or returned by something else? */
bool term_is_simple(const struct notes *n, uint32_t term);

/* ---- since.c ---- */
/* Bits that may be set behind the instruction before the end of the block that asks for it. */
uint64_t set_since(const struct walk *k, func_id f, uint32_t inst, uint32_t end);
void between_free(struct ground *g);

/* ---- spread.c ---- */
struct ground *ground_of(struct races *r);
/* Bytes, states of n blocks, that stay as they are for as long as the search is there. */
const void *keep_bytes(const struct walk *k, const void *at, size_t size);
const struct flow_state *keep_states(const struct walk *k, const struct flow_state *at,
				     uint32_t n);

#endif
