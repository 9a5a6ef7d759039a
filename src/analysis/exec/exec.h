/* SPDX-License-Identifier: MIT */
/* Executing a function: its blocks, its instructions, its calls. Private to analysis/. */
#ifndef CHEQUER_ANALYSIS_EXEC_H
#define CHEQUER_ANALYSIS_EXEC_H

#include "analysis/exec/frame.h"

/* ---- blocks.c ---- */
/* Executes the function, all ways through it, and records what it does. */
void blocks_run(struct frame *fr);

/* ---- exec.c ---- */
void exec_block(struct frame *fr, uint32_t block, struct state_list *states);
void exec_lock_release(struct frame *fr, struct state *s, path_id lock);
/* May the two be one lock? */
bool exec_locks_may_alias(struct frame *fr, path_id a, path_id b);
/* Likewise, if it is one of the callers' locks: dropped by the name 'as'. */
void exec_lock_release_as(struct frame *fr, struct lockset *l, path_id lock, path_id as);
void exec_access(struct frame *fr, struct state *s, uint32_t inst, path_id address,
		 uint32_t size, enum access_kind kind, uint8_t flags, uint8_t order);
/* Flags of the access that a load, a store or an atomic makes. */
uint8_t exec_flags(const struct ir_inst *i);
/* Passes a barrier that often more. */
void exec_phase(struct state *s, struct phase more);

/* ---- traits.c ---- */
/* enum access_trait of an access that the instruction makes. */
uint8_t traits_of(struct frame *fr, uint32_t inst, enum access_kind kind, uint8_t flags);

/* ---- fence.c ---- */
/* The memory order of the atomic, with the fences beside it. */
uint8_t fence_order(const struct frame *fr, uint32_t n);
/* Does the write, of an atomic or not, give what was done before? Plain ones are trusted. */
bool fence_gives(const struct program *p, const struct ir_func *fn, uint32_t n);
/* Does a fence that is sequentially consistent lie behind it in its block? */
bool fence_follows(const struct program *p, const struct ir_func *fn, uint32_t n);

/* ---- atomic.c ---- */
bool atomic_takes_flag(const struct summarize_input *in, func_id f, const struct ir_inst *i);
/* Likewise a store in a section that is atomic as a whole, if it was found zero there. */
bool atomic_may_take_flag(const struct program *p, const struct ir_inst *i);
bool atomic_store_takes(struct frame *fr, struct state *s, uint32_t n, path_id address);
/* The memory is written in another way: if it may be such a flag, it is given back. */
void atomic_give_flag(struct frame *fr, struct state *s, path_id address);
/* Two values were found to be the same: who finds his own mark in a word that he may have taken
 * has it. */
void atomic_found_equal(struct frame *fr, struct state *s, ir_val a, ir_val b);
void exec_atomic(struct frame *fr, uint32_t n, const struct ir_inst *i,
		 struct state_list *states);

/* ---- semaphore.c ---- */
/* Is the number that is put there, if what was looked at is still there, one less? */
bool atomic_takes_one(const struct program *p, const struct ir_func *fn,
		      const struct ir_inst *i);
/* Is it a semaphore that is made of an atomic? */
bool semaphore_is_at(struct frame *fr, path_id address);
/* Who has taken one waited for it; one more is a post; a number that is stored is the first. */
void semaphore_taken(struct frame *fr, struct state *won, uint32_t n, path_id address);
void semaphore_posted(struct frame *fr, struct state *s, uint32_t n, path_id address);
void semaphore_stored(struct frame *fr, uint32_t n, path_id address);

/* ---- fill.c ---- */
/* The address is that of a slot that is filled once, or of one of several; and 'p' what is found
 * there. */
bool fill_is_slot(struct frame *fr, path_id address);
bool fill_is_content(struct frame *fr, path_id p);
/* Whoever has exchanged the slot's null for the value, which is its content from then on. */
void fill_done(struct frame *fr, struct state *s, path_id address, path_id value);
/* After a call, which may be such an exchange: states are split by whether it was done. */
void fill_by_call(struct frame *fr, uint32_t inst, struct state_list *states);
/* The path by the content of a slot, if the state knows that its value was put there. */
path_id fill_name(struct frame *fr, const struct state *s, path_id p);

/* ---- own_id.c ---- */
/* Is it a variable in which some thread has stored its id, and that id is compared with that
 * of the thread at hand? Then 'out' is what the state holds where they are the same. */
bool own_id_is_asked(struct frame *fr, ir_val a, ir_val b, struct held *out);
/* Is it the id of such a variable? Then 'out' is what the state holds when that thread was
 * joined. */
bool own_id_is_joined(struct frame *fr, ir_val id, struct held *out);
/* After the comparison: states are split by what it says, if that is asked. */
void own_id_compared(struct frame *fr, uint32_t inst, struct state_list *states);

/* ---- call.c, effect.c ---- */
void call_exec(struct frame *fr, uint32_t inst, struct state_list *states);
void effect_exec(struct frame *fr, uint32_t inst, const struct model *m,
		 struct state_list *states);
uint32_t call_fork_number(struct frame *fr, struct fork f);
/* In the child of fork() there are no threads but this one; handlers are inherited. */
void fork_enter_child(const struct frame *fr, struct state *s);
/* Handlers of these signals are others from now on, or none. */
void fork_replace_handlers(const struct frame *fr, struct state *s, uint64_t signals);
/* Is the result of that call the id of a thread it created? */
bool call_creates(const struct frame *fr, uint32_t inst);

#endif
