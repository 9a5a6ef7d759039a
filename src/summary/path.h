/* SPDX-License-Identifier: MIT */
/*
 * Paths: symbolic values, named relative to the entry of one function.
 *
 * A path denotes one value (an address or an integer) during one activation of
 * the function it belongs to:
 *
 *	INT imm            the integer
 *	FORMAL a           the value of formal a on entry
 *	SYMBOL a           the address of symbol a
 *	LOCAL a, b         the address of the local made by instruction b of function a
 *	HEAP a, b          the address of the memory allocated by the call b of function a
 *	VALUE a, b         the value of instruction b of function a: it has no better
 *	                   name. b >= VALUE_PARAM: the value of formal b - VALUE_PARAM of
 *	                   function a, seen from outside of it
 *	NAMED a            a lock that has no object; a is a program string
 *	OFFSET a, imm      a plus imm bytes (imm != 0, a is not itself an OFFSET or INT)
 *	INDEX a, b, imm    a plus b * imm bytes; b == 0: some element we cannot name
 *	                   (imm == 0: in another activation, a itself)
 *	LOAD a             what was stored at address a on entry
 *	RANGE a, b, imm    an integer that takes each of a, a + imm, ... below b once
 *	                   (the index of a counting loop, seen from outside of it)
 *	MATH a, b, imm     the number a op b; imm is an enum path_math
 *	SPAN a, b, imm     some integer of a, a + imm, ... below b: where an access in a
 *	                   counting loop may be
 *
 * d->priv->lock is OFFSET(LOAD(OFFSET(FORMAL 0, 8)), 16). Paths are interned in a
 * table: equal paths have equal ids, id 0 is none. Each summary has a table of
 * its own (no locks between workers, nothing to fix up when it is written out);
 * path_import moves a path from one table to another, replacing its leaves.
 */
#ifndef CHEQUER_SUMMARY_PATH_H
#define CHEQUER_SUMMARY_PATH_H

#include "base/str.h"
#include "base/vec.h"
#include "ir/ir.h"
#include "pointer/pointer.h"

typedef uint32_t path_id;

enum path_kind {
	PATH_NONE, PATH_INT, PATH_FORMAL, PATH_SYMBOL, PATH_LOCAL, PATH_HEAP, PATH_VALUE,
	PATH_NAMED, PATH_OFFSET, PATH_INDEX, PATH_LOAD, PATH_RANGE, PATH_MATH, PATH_SPAN,
};

/* What a MATH computes. UNLESS: a, but anything when b, an EQUAL, is true. EQUAL, LESS and
 * BELOW (which is LESS for numbers without sign) are 0 or 1. UNSIGNED: a, which has b bytes, taken
 * to have no sign; LOW: the last b bytes of a, with a sign (ir/convert.h). */
enum path_math { MATH_ADD, MATH_SUB, MATH_MUL, MATH_DIV, MATH_REM, MATH_AND, MATH_SHL,
		 MATH_SHR, MATH_EQUAL, MATH_UNLESS, MATH_LESS, MATH_BELOW, MATH_UNSIGNED,
		 MATH_LOW, MATH_COUNT };

#define VALUE_PARAM 0x80000000u

enum path_flag {
	PATHF_OPEN = 1,	 /* mentions a FORMAL: means something only inside its function */
	PATHF_ANY = 2,	 /* mentions a SPAN, or an INDEX that we cannot name: not one
			  * certain address */
	PATHF_VALUE = 4, /* mentions a VALUE */
	PATHF_RANGE = 8, /* mentions a RANGE */
};

struct path {
	uint8_t kind, flags;
	uint8_t loads;	/* nesting depth of LOAD */
	uint8_t steps;	/* total depth */
	uint32_t a, b;
	int64_t imm;
	path_id root;	/* the leaf at the bottom of 'a' */
	uint32_t leaves; /* all that it mentions: a bit for each, by number */
};

struct paths {
	VEC(struct path) list; /* [0] none */
	uint32_t *slots;
	uint32_t slot_cap;
};

void paths_init(struct paths *t);
void paths_clear(struct paths *t);
void paths_free(struct paths *t);

static inline const struct path *path_at(const struct paths *t, path_id id)
{
	return &t->list.at[id];
}
/* Is its a a path? */
static inline bool path_is_step(const struct path *x)
{
	return x->kind >= PATH_OFFSET;
}
/* Is its b a path as well? */
static inline bool path_has_two(const struct path *x)
{
	return x->kind == PATH_INDEX || x->kind >= PATH_RANGE;
}
/* Two numbers in one: neither is an address. */
static inline bool path_is_number(const struct path *x)
{
	return x->kind >= PATH_RANGE;
}
static inline bool path_is_open(const struct paths *t, path_id id)
{
	return t->list.at[id].flags & PATHF_OPEN;
}

path_id path_int(struct paths *t, int64_t value);
path_id path_leaf(struct paths *t, enum path_kind kind, uint32_t a, uint32_t b);
/* Merges offsets; adding to an INT gives an INT; bytes 0 gives base. */
path_id path_offset(struct paths *t, path_id base, int64_t bytes);
/* A constant index becomes an offset. */
path_id path_index(struct paths *t, path_id base, path_id index, uint64_t stride);
path_id path_load(struct paths *t, path_id address);
/* Whatever base may be, in any activation: not one certain address. An INDEX without
 * a stride. */
path_id path_some(struct paths *t, path_id base);
bool path_is_some(const struct paths *t, path_id id);
/* base again; any other path as it is. */
path_id path_of_some(const struct paths *t, path_id id);
path_id path_range(struct paths *t, path_id first, path_id bound, int64_t step);
path_id path_math(struct paths *t, path_id a, path_id b, enum path_math op);
/* What 'x unless y' is where y does not hold: x; 0: it is no such path. */
path_id path_usually(const struct paths *t, path_id p);
path_id path_span(struct paths *t, path_id first, path_id bound, int64_t step);
/* Any of these three. */
path_id path_number(struct paths *t, enum path_kind kind, path_id a, path_id b, int64_t imm);

/* Splits off the last constant offset: path = *base + result. */
static inline int64_t path_split_offset(const struct paths *t, path_id id, path_id *base)
{
	const struct path *x = path_at(t, id);
	*base = x->kind == PATH_OFFSET ? x->a : id;
	return x->kind == PATH_OFFSET ? x->imm : 0;
}
/* A path is made of paths with lower ids, and has all their leaves. */
static inline bool path_may_mention(const struct paths *t, path_id id, path_id leaf)
{
	return id && id >= leaf && !(path_at(t, leaf)->leaves & ~path_at(t, id)->leaves);
}
/* The address that the pointer was loaded from which the path, or any of those that it may be,
 * adds a constant to; 0: it was not loaded. */
path_id path_loaded_from(const struct paths *t, path_id id);
bool path_has_part(const struct paths *t, path_id id, path_id leaf);
static inline bool path_mentions(const struct paths *t, path_id id, path_id leaf)
{
	return path_may_mention(t, id, leaf) && path_has_part(t, id, leaf);
}
/* Does it mention a VALUE of which that is true? */
bool path_has_value(const struct paths *t, path_id id,
		    bool (*is)(const void *context, const struct path *value), const void *context);
/* Does it mention a VALUE (not of a formal) of an activation of that function? */
bool path_mentions_value_of(const struct paths *t, path_id id, func_id f);
/* The formals that it mentions, as bits (of the first 64). */
uint64_t path_formals(const struct paths *t, path_id id);
/* Total order by structure, not by id: the same in every run. */
int path_compare(const struct paths *t, path_id a, const struct paths *u, path_id b);

/* What paths of one table have become in another, by id; those with another stamp have
 * not yet. */
struct path_bound {
	uint32_t stamp;
	path_id path;
};
struct path_memo {
	struct path_bound *at;
	uint32_t stamp;
};

/*
 * Copies path 'id' of 'from' into 'to'; each leaf is replaced by what
 * 'leaf(context, to, from, leaf id)' returns (0 there makes the result 0).
 * A LOAD is rebuilt by 'load(context, to, address)' when given, so that the
 * caller's knowledge of its memory can be used; plain path_load otherwise.
 */
struct path_binder {
	path_id (*leaf)(void *context, struct paths *to, const struct paths *from, path_id id);
	path_id (*load)(void *context, struct paths *to, path_id address);
	void *context;
	const struct path_memo *memo; /* NULL: nothing is remembered */
};
path_id path_import(struct paths *to, const struct paths *from, path_id id,
		    const struct path_binder *binder);
/* The path with 'by' in place of a leaf; itself when it does not mention the leaf. */
path_id path_substitute(struct paths *t, path_id id, path_id leaf, path_id by);
/* The path with the formals of f named from outside of it, as values it was given. */
path_id path_from_outside(struct paths *to, const struct paths *from, path_id id, func_id f,
			  const struct path_memo *memo);
/* A plain copy. */
path_id path_copy(struct paths *to, const struct paths *from, path_id id);
/* Likewise of x, a path of another table, when a and b are copies of the paths it is made of. */
path_id path_copy_step(struct paths *to, const struct path *x, path_id a, path_id b);

/* What the path may point to. 'owner' is the function whose formals FORMAL
 * means (their points-to sets merge all callers). 'known': what was loaded before, or NULL. */
void path_points_to(const struct paths *t, path_id id, const struct pointers *pt,
		    func_id owner, struct pt_loads *known, struct pt_set *out);
/* Likewise of a closed path, by what the path points to that it is a step from; NULL: it is
 * none. */
void path_points_by(const struct paths *t, path_id id, const struct pointers *pt,
		    const struct pt_set *base, struct pt_set *out);

/* The path in source names: as a value ('&stats', 'd->priv'), or the memory at
 * that address ('stats.rx_p', 'd->priv->lock', '(char *)p + 12'). 'size' helps
 * to choose among nested members; 0 when unknown. */
void path_print_value(const struct paths *t, path_id id, const struct program *p,
		      const struct pointers *pt, func_id owner, struct str *out);
/* A lock: as memory, but a struct that begins with it names the member. */
void path_print_lock(const struct paths *t, path_id id, const struct program *p,
		     const struct pointers *pt, func_id owner, struct str *out);
/* The lock that is so many bytes behind this memory. */
void path_print_lock_beside(const struct paths *t, path_id id, int64_t bytes,
			    const struct program *p, const struct pointers *pt, func_id owner,
			    struct str *out);
void path_print_memory(const struct paths *t, path_id id, uint64_t size,
		       const struct program *p, const struct pointers *pt, func_id owner,
		       struct str *out);

#endif
