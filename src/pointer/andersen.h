/* SPDX-License-Identifier: MIT */
/*
 * The inclusion solver's own structures, shared by andersen.c (sets and
 * propagation), cells.c (memory) and calls.c (calls found on the way).
 *
 * A location is an object and an offset; a node holds a set of locations. Each
 * location that is read or written has a node for its contents. Two kinds of
 * location are vague: those with offset PT_ANY, and those of a group of objects
 * (groups.c). They have two nodes: 'in' for what is stored through them, which
 * flows to every location they may mean, and 'out' for what is loaded through
 * them, which gets what those locations hold. Keeping the two apart means that a
 * store through a vague pointer does not merge the objects it may hit.
 */
#ifndef CHEQUER_POINTER_ANDERSEN_H
#define CHEQUER_POINTER_ANDERSEN_H

#include "base/arena.h"
#include "pointer/internal.h"

typedef uint32_t loc_index; /* in solver->locs; 0: none */

struct location {
	obj_id obj;
	uint32_t off;
	uint32_t in, out;    /* nodes; 0: never accessed */
	loc_index next;	     /* next accessed location of the object */
	loc_index next_same; /* next location of the same group cell, or span of the group */
	bool settled;	     /* copies out of it are in place */
};

enum use_kind {
	USE_COPY, USE_INDEX, USE_ANY, USE_LOAD, USE_STORE, USE_BLOCK_TO, USE_BLOCK_FROM,
	USE_CALL, USE_RENAME, USE_DISPATCH,
};

/* What is to be done with every location that comes into a node. */
struct use {
	uint32_t next;
	uint32_t node; /* destination; of STORE: the value */
	int32_t off;   /* added to the location first */
	uint32_t imm;  /* stride, offset of a stored value, block, site, rename */
	uint8_t kind;
};

struct set_node {
	union {
		loc_index few[2];
		loc_index *many;
	} u;
	uint32_t n, cap; /* cap 2: few */
	uint32_t done;	 /* the first 'done' have been seen by all uses */
	uint32_t uses;
	uint32_t functions; /* of its members */
	uint64_t filter; /* bit (index % 64) is set for every member */
	bool queued;
	type_id type;	 /* the record it points to, or 0 */
	uint8_t level;	 /* 0; 1: groups; 2: anything (of its type) */
};

/* Everything in [from, from + size) of one object is also at 'to' of another. */
struct copy_rule {
	uint32_t next;
	uint32_t from, size;
	obj_id to_obj;
	uint32_t to;
	uint32_t rename; /* index in renames, 0: none */
};

struct rename {
	obj_id from, to;
};

struct memory { /* of an object */
	loc_index first; /* accessed locations */
	uint32_t count;
	loc_index any;	 /* (object, PT_ANY) when accessed */
	loc_index spans; /* parts, when accessed as such; linked by next */
	uint32_t rules;
	obj_id next_in_group; /* next member of the group with rules */
};

/* One offset of a group of objects. */
struct group_cell {
	loc_index members;
	loc_index vague; /* (group, offset), when accessed */
	uint32_t off;
	uint32_t next;	 /* of the group */
};

/* What the vague locations of a group have in common. Values
 * stored through one must be seen by loads through any other that may mean the
 * same place; the two hubs save an edge for each pair. */
struct vague_memory {
	uint32_t cells;	   /* of a group */
	obj_id sources;	   /* members with copy rules */
	loc_index any;	   /* (group, PT_ANY) when accessed */
	loc_index spans;   /* of its members, by next_same */
	uint32_t up;	   /* stored through something more exact */
	uint32_t down;	   /* stored through something more vague */
};

struct block {
	obj_id temp; /* stands between all sources and all destinations */
	uint32_t size;
};


/* Nodes from 'base' on are the function's values in one more context. */
struct node_copy {
	func_id func;
	uint32_t base;
};

struct andersen {
	struct pointers *pt;
	VEC(struct set_node) nodes;
	VEC(struct use) uses; /* [0] none */
	VEC(struct location) locs;
	struct map loc_ids;
	struct map fits; /* (type, location) to 1: no, 2: yes */
	VEC(struct memory) memory; /* by object */
	VEC(struct group_cell) group_cells;
	struct map group_cell_ids;
	VEC(struct vague_memory) groups;
	loc_index anything;
	uint32_t lost_node; /* what comes here is lost in 'anything' */
	VEC(struct copy_rule) rules;
	VEC(struct rename) renames;
	VEC(struct block) blocks;
	VEC(uint32_t) queue;
	uint32_t queue_head;
	VEC(loc_index) fresh; /* accessed for the first time: rules to apply */
	struct con_vec scratch;
	uint32_t bases_done, extra_done;
	VEC(uint64_t) targets; /* (site, function) */
	struct map target_seen;
	struct map answered;   /* call instructions with a target */
	struct map fitted;     /* call instructions with one that fits well */
	VEC(uint64_t) waiting; /* (site, function) that do not fit */
	bool *unknown;	       /* [static_sites] treated as unknown */
	VEC(sym_id) lost;      /* functions in sets that became 'anything' */
	bool *is_lost;	       /* [real objects] is in that list */
	uint32_t *lost_tried; /* [base_sites] of 'lost' */
	uint32_t base_sites;   /* sites before copying functions */
	uint32_t static_sites; /* and after */
	VEC(struct node_copy) copies;
	struct arena arena;
	void *free_sets[32];
	uint32_t saturated;
};

static inline const loc_index *set_items(const struct set_node *n)
{
	return n->cap <= 2 ? n->u.few : n->u.many;
}

/* ---- andersen.c ---- */
uint32_t solver_node(struct andersen *a);
obj_id solver_object(struct andersen *a, obj_id origin, uint64_t size);
void solver_add(struct andersen *a, uint32_t node, loc_index l);
void solver_edge(struct andersen *a, uint32_t from, uint32_t to, int32_t off);
void solver_use(struct andersen *a, uint32_t node, struct use u);
void solver_load(struct andersen *a, loc_index l, uint32_t to);
void solver_con(struct andersen *a, const struct con *c);
void solver_copy(struct andersen *a, uint32_t to, struct ref from);
void solver_grow(struct andersen *a);

/* ---- clone.c ---- */
void clone_calls(struct andersen *a);
void clone_merge(struct andersen *a);

/* ---- cells.c ---- */
loc_index loc_at(struct andersen *a, obj_id o, uint32_t off);
/* Nodes for the contents; 0 when there can be none. */
uint32_t loc_in(struct andersen *a, loc_index l);
uint32_t loc_out(struct andersen *a, loc_index l);
/* The vaguer location that stands for l in a saturated set. */
loc_index loc_lift(struct andersen *a, loc_index l);

/* ---- copies.c ---- */
void add_rule(struct andersen *a, obj_id from, struct copy_rule r);
void apply_rules(struct andersen *a, loc_index l);

/* ---- calls.c ---- */
void solver_call(struct andersen *a, uint32_t site, loc_index callee);
void solver_dispatch(struct andersen *a, uint32_t site, loc_index base);
void solver_drain(struct andersen *a);
void solver_extra(struct andersen *a, func_id f, uint32_t node);
bool solver_unresolved(struct andersen *a);
void calls_start(struct andersen *a);
void calls_finish(struct andersen *a);

/* ---- led.c ---- */
/* Is there one more function that only an unknown function can call? Its parameters have
 * something then. */
bool led_find(struct andersen *a);
/* Which of these each call has handed over. */
void led_finish(struct andersen *a);

#endif
