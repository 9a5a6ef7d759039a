/* SPDX-License-Identifier: MIT */
/* Private to escape/: what the files of the stage share. */
#ifndef CHEQUER_ESCAPE_INTERNAL_H
#define CHEQUER_ESCAPE_INTERNAL_H

#include "escape/escape.h"
#include "escape/graph.h"
#include "pointer/internal.h"

#ifdef CHEQUER_STRESS
enum { MAX_SUMMARY = 8, MAX_GRAPH = 200 };
#else
enum { MAX_SUMMARY = 512, MAX_GRAPH = 200000 };
#endif

/*
 * What callers see of a function: the nodes that its parameters, its result and
 * its variable arguments reach. Spots in it are NODE_SHARED, or FIRST_NODE + k
 * for the k-th of these nodes.
 */
enum { FIRST_NODE = 2 };
struct summary_node {
	escape_node node; /* in the result */
	uint32_t field_first, field_count;
	uint32_t region_first, region_count;
	type_id type;
	int32_t type_off;
	bool foreign, used;
};
struct summary_field {
	int32_t off;
	struct spot target;
	bool stored;
};
struct function {
	bool known; /* has been looked at */
	bool given_up; /* all that callers see of it is shared */
	bool outside; /* what it is given is memory of others: a thread's entry */
	bool interface; /* callers that we do not see may call it */
	uint32_t node_first, node_count;
	uint32_t root_first; /* parameters, then result, then variable arguments */
	uint32_t block_first, block_count;
};

/* One call of a function of another group: what its nodes are here. */
struct call_record {
	func_id callee;
	uint32_t first; /* in call_nodes, as many as the callee has nodes */
};

/* What a node may be, in some call: memory whose address other threads may have;
 * memory of others as well; memory that a caller whom we do not see has. Such a
 * caller may do anything with it, but does not give the thread-local variables of
 * one thread to another. */
enum { MAY_BE_SHARED = 1, MAY_BE_FOREIGN = 2, MAY_BE_LENT = 4, MAY_BE_ANY = 7 };

/* A thread-local variable, as one group sees it. */
struct own_variable {
	obj_id object;
	escape_node node;
};

struct escape {
	const struct program *p;
	const struct pointers *pt;
	const struct callgraph *cg;
	escape_node *value;  /* [value_count] by node of the constraints */
	uint32_t value_count;
	obj_id *object_of;   /* [value_count] whose address the node is, or 0 */
	escape_node *object; /* [objects] of locals and heap memory */
	bool *object_shared; /* [objects] */
	struct function *funcs;
	VEC(struct summary_node) nodes;
	VEC(struct summary_field) fields;
	VEC(struct region) regions;
	VEC(struct block) blocks;
	VEC(struct spot) roots;
	VEC(struct call_record) calls;
	VEC(escape_node) call_nodes;
	uint32_t *call_at;	 /* [components + 1] range of 'calls' */
	struct map call_ids;	 /* instruction, callee -> call + 1 */
	struct map node_ids;	 /* function, node -> k + 1 */
	VEC(uint8_t) state;	 /* by node: what it is in some call */
	VEC(struct own_variable) own; /* each time they are named */
	uint32_t *group;	 /* [funcs] functions that have one graph */
	bool *others;		 /* [value_count] own.c: what it means may be others' */
	uint8_t *holds;		 /* [objects] pointers to memory of others */
	struct map others_at;	 /* object, offset -> 1: such a pointer */
	bool trusting;
	uint32_t cut;		 /* graphs that outgrew a bound */
};

/* ---- build.c ---- */
struct bound_call {
	func_id caller, callee;
	uint32_t inst, base; /* the first node of the copy */
};

struct builder {
	struct escape *e;
	struct graph g;
	struct spot *value;  /* [value_count] */
	struct spot *object; /* [objects] */
	func_id *owner;	     /* [value_count] whose value the node is */
	uint32_t *escape_at; /* [funcs + 1] range of 'escaping' */
	struct ref *escaping;
	uint8_t *sites;	     /* [insts] kinds of sites there */
	VEC(obj_id) objects; /* named by this group */
	VEC(struct bound_call) calls;
	uint32_t *group;     /* [funcs] functions that have one graph */
	uint32_t *knot;	     /* [funcs] functions that call each other by name */
	uint32_t here;	     /* the group at hand */
};

/* May be asked of any object. */
static inline bool is_thread_local(const struct pointers *pt, obj_id o)
{
	const struct pt_object *x = &pt->objects.at[o];
	return x->kind == OBJ_VARIABLE &&
	       pt->p->symbols.at[x->sym].flags & SYMF_THREAD_LOCAL;
}

void build_init(struct builder *b, struct escape *e);
void build_free(struct builder *b);
void find_outside(struct builder *b, const struct escape_options *options);
/* The graph of the functions of a group; calls are listed. */
void build_group(struct builder *b, const func_id *members, uint32_t n);
/* What the pointer in a node of the constraints means; made if need be. */
struct spot spot_of_node(struct builder *b, uint32_t node);
/* Parameter i, the result, the variable arguments of a function of the group. */
enum { ROOT_RESULT, ROOT_VARARGS, EXTRA_ROOTS };
struct spot root_of(struct builder *b, func_id f, uint32_t i);

/* ---- keep.c ---- */
struct reach {
	struct builder *b;
	uint32_t *stamp; /* [graph nodes] by root: number of the last visit */
	uint32_t *index; /* position in 'order' then */
	int32_t *base;	 /* where it was reached first */
	uint32_t *references; /* [graph nodes] by root: fields and roots that hold it */
	uint32_t *copies; /* [graph nodes] by root: sides of blocks that it is */
	uint32_t *first_side; /* [graph nodes] the first of them + 1 */
	VEC(uint32_t) next_side; /* by side: the next of the same root + 1 */
	VEC(uint32_t) copied; /* roots that have some */
	uint32_t visit, cap;
	func_id reached; /* what is below is what its callers see; 0: nobody's */
	VEC(uint32_t) order; /* roots, breadth first */
	VEC(uint32_t) over;  /* did not fit */
	VEC(uint64_t) sorted; /* fields of a node */
};

/* Finds the blocks of each root; has to be done when the graph has changed. */
void reach_index(struct reach *r);
uint32_t escape_roots(const struct builder *b, func_id f);
/* What is too far away to be looked at by callers counts as shared. */
void cut_function(struct reach *r, func_id f);
/* What callers see of f; 'numbers' [graph nodes] are the nodes of the result. */
void keep_function(struct reach *r, func_id f, uint32_t *numbers);
/* All of a group: values, objects and calls too. */
void keep_group(struct reach *r, const func_id *members, uint32_t n);

/* ---- own.c ---- */
enum { HOLDS_SOMEWHERE = 1, HOLDS_ANYWHERE = 2 };
void find_own(struct escape *e);

/* ---- query.c: what own.c has found so far ---- */
/* May the pointer in a node mean memory that its thread has not made itself? */
bool is_others(const struct escape *e, uint32_t node);
/* Memory that one thread has for itself, all its life. */
bool is_of_one_thread(const struct escape *e, obj_id o);
/* Is it memory of one thread; or did the thread that has the pointer allocate it? */
bool is_kept_by(const struct escape *e, obj_id o, bool own);
bool holds_others(const struct escape *e, struct pt_loc l);

/* ---- component.c ---- */
void solve_component(struct reach *r, uint32_t component);

#endif
