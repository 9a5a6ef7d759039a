/* SPDX-License-Identifier: MIT */
/* What memory holds in a state, and who can reach it. Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_MEMORY_H
#define CHEQUER_ANALYSIS_MEMORY_H

#include "analysis/exec/frame.h"

struct loaded {
	path_id values[MAX_VALUES];
	uint32_t count;
	bool unknown;
};
void memory_load(struct frame *fr, struct state *s, path_id address, uint32_t size,
		 struct loaded *out);
/* Whatever size it has; false: something unknown may be there, and 'out' does not matter. */
bool memory_load_known(struct frame *fr, struct state *s, path_id address, struct loaded *out);
void memory_store(struct frame *fr, struct state *s, path_id address, uint32_t size,
		  const path_id *values, uint32_t n, bool unknown, bool strong);
void memory_copy(struct frame *fr, struct state *s, path_id to, path_id from, uint32_t size);
/* Nothing is known about the cell's content. */
void memory_forget(struct frame *fr, struct state *s, path_id address, uint32_t size);
/* Is there a cell for exactly these bytes? */
bool memory_is_known(const struct state *s, path_id address, uint32_t size);
bool memory_is_unknown(const struct state *s, path_id address, uint32_t size);
/* Does it hold (or may it, among others) a constant? */
bool memory_is_constant(struct frame *fr, struct state *s, path_id address, uint32_t size);
bool memory_holds_constant(const struct frame *fr, const struct cell *c);
/* Whatever the cell holds is called 'name' from now on. */
void memory_name_content(struct frame *fr, struct state *s, path_id address, uint32_t size,
			 path_id name);
/* Bytes from address on are no longer known. */
void memory_smash(struct frame *fr, struct state *s, path_id address, uint32_t size);
/* A call with these arguments may have changed what the callee modifies. */
void memory_clobber_call(struct frame *fr, struct state *s, const struct summary *callee,
			 const path_id *args, uint32_t n);

/* ---- clobber.c: cells that somebody may have written ---- */
/* The content of that alias-class cell has no name any more. */
bool memory_is_clobbered(const struct frame *fr, const struct state *s, cell_id c);
/* May the function, or do the functions of that component, write to the cell? */
bool clobber_modifies(const struct summary *m, cell_id c);
bool memory_is_modified_by(const struct frame *fr, uint32_t component, cell_id c);
/* The cell is given up for lack of room: what it covers has no name any more. */
void memory_forget_cell(struct frame *fr, struct state *s, const struct cell *c);
/* The cell may have been written; true if that is new. */
bool memory_clobber_cell(struct frame *fr, struct state *s, cell_id c);
/* Likewise for cells in order, each once. */
bool memory_clobber_cells(struct frame *fr, struct state *s, const cell_id *at, uint32_t n);
/* Functions of that component may have written what they modify; true if that is new.
 * Our own component modifies whatever all its callees do. */
bool memory_clobber_component(struct frame *fr, struct state *s, uint32_t component);

/* ---- privacy.c: who can reach it ---- */
/* Two bits for each private object: has any that has the name got out, of all rounds of the
 * loop that makes it; and has the newest? */
enum { ESCAPED_ANY, ESCAPED_NEWEST, ESCAPED_BITS };
static inline bool state_escaped_bit(const struct state *s, uint32_t number, uint32_t which)
{
	uint32_t bit = number * ESCAPED_BITS + which;
	return bit / 64 < s->escaped_words && s->escaped[bit / 64] >> bit % 64 & 1;
}
static inline bool state_has_escaped(const struct state *s, uint32_t number)
{
	return state_escaped_bit(s, number, ESCAPED_ANY);
}
void memory_escape(struct frame *fr, struct state *s, path_id value);
/* Back at a call that returns twice (setjmp): what was done since is done, whatever it was. */
void memory_returns_again(struct frame *fr, struct state *s);
/* Others may get at what the pointers in that memory lead to, not at itself. */
void memory_escape_behind(struct frame *fr, struct state *s, path_id address);
/* May a pointer to 'object', a private one, be found in the memory of 'value'? */
bool memory_is_inside(struct frame *fr, path_id value, path_id object);
/* Has the memory got out that a formal leads to? */
bool memory_has_got_out(const struct frame *fr, const struct state *s, path_id address);
/* Does a formal lead to it, and has it not? */
bool memory_is_kept(const struct frame *fr, const struct state *s, path_id address);
/* The value goes into the next round of that loop. */
void memory_carry(struct frame *fr, path_id value, uint32_t loop);
/* Value v is now stored inside whatever 'address' is in. */
void memory_contain(struct frame *fr, struct state *s, path_id address, path_id v);
/* Only this thread can reach that address now. */
bool memory_is_private(const struct frame *fr, const struct state *s, path_id address);
/* Likewise, of an address by the one name of its value: that of what is made in a loop is the
 * newest, which may still be private when those of earlier rounds are not. One that stands for
 * a value that has others (an alternative) may be of an earlier round. */
bool memory_is_own(const struct frame *fr, const struct state *s, path_id address);

#endif
