/* SPDX-License-Identifier: MIT */
/*
 * What the files of pointer/ share.
 *
 * Both solvers read one list of constraints over nodes. A node is a value that
 * may carry pointers: a parameter, the result of an instruction, the address
 * of a symbol, what a function returns. A 'ref' is a node plus a constant
 * number of bytes: 'offset' and 'cast' instructions make refs, not nodes, so
 * that an address such as &p->next->lock costs nothing until it is copied.
 *
 *	constraints.c, effects.c, strings.c  instructions and models to constraints
 *	alloc.c                    which functions are allocation wrappers
 *	objects.c, fold.c          objects, and how offsets fold in arrays
 *	layout.c, unify.c, flatten.c  the first solver
 *	numbers.c                  cells of numbers that one address may mean
 *	groups.c                   what large sets are made of
 *	andersen.c, cells.c, calls.c, fit.c  the second
 *	query.c, share.c, dump.c   answers
 */
#ifndef CHEQUER_POINTER_INTERNAL_H
#define CHEQUER_POINTER_INTERNAL_H

#include "pointer/pointer.h"

struct ref {
	uint32_t node; /* 0: carries no pointer */
	int32_t off;
};

enum con_kind {
	CON_COPY,     /* dst >= a */
	CON_INDEX,    /* dst >= a + i * imm, any i */
	CON_ANY,      /* dst >= somewhere in what a points to */
	CON_INTERIOR, /* dst >= some element of the array a points into */
	CON_LOAD,     /* dst >= *a */
	CON_STORE,    /* *a >= b */
	CON_BLOCK,    /* imm bytes at a >= those at b; imm BLOCK_ALL: all from there on */
	CON_CALL,     /* site imm is called through a */
	CON_CLONE,    /* object dst has the contents of object imm, with pointers to
			 imm replaced by pointers to dst */
};
#define BLOCK_ALL UINT32_MAX

struct con {
	uint8_t kind;
	uint32_t dst;
	struct ref a, b;
	uint32_t imm;
};
struct con_vec {
	VEC(struct con) list;
};

/* A call through a value: an indirect call, or a callback of a model. */
enum site_kind {
	SITE_CALL,
	SITE_CALLBACK, /* a model calls an argument; its arguments are known */
	SITE_CREATE,   /* a thread entry, or a signal handler */
	SITE_SPREAD,   /* called by an unknown function: every parameter may get
			  every argument */
};
struct site {
	uint8_t kind;
	func_id func;
	uint32_t inst;
	struct ref callee;
	uint32_t args, arg_count; /* in pt->site_args and pt->site_from */
	uint32_t result;	  /* node, or 0 */
	/* p->run(p->data), p->ops->run(p): the callee is loaded from what 'base'
	 * points to, in 'loads' steps (0: it is not), and so may be arguments. */
	uint32_t base;
	uint8_t loads;
	int32_t off[2];
	uint32_t table; /* of two loads: the node in between */
};

/* A direct call of a function with a body. */
struct body_call {
	func_id callee;
	uint32_t inst; /* in the caller */
	uint32_t args, arg_count; /* in pt->site_args */
	uint32_t result;
};

/* What belongs to a function in the lists below. */
struct func_part {
	uint32_t node_first, node_end;
	uint32_t con_first, con_end;
	uint32_t call_first, call_end;
};

/* How a call looks to a model: also used for the pairs (site, library function)
 * that turn up while solving. */
struct call {
	func_id func;
	uint32_t inst;
	const struct ref *args;
	uint32_t arg_count;
	uint32_t result;
	sym_id callee; /* 0: not known */
};

/* A call of a function that looks up what it is told. */
struct finder_call {
	func_id func;
	uint32_t inst;
	func_id callee;
};

/* Offsets in [start, end) that are a multiple of stride apart are one. 'next'
 * is the index of the first range that does not lie inside this one. */
struct fold_range {
	int64_t start, end;
	uint32_t stride, next;
};
#define FOLD_END (INT64_C(1) << 40)

/* Besides PT_ANY the solver knows 'somewhere in this part of the object': byte
 * arithmetic on a pointer to a member stays in the member. Such offsets index
 * pt->spans; the queries show them as PT_ANY. */
struct span {
	uint32_t start, end;
};
#define SPAN_FLAG 0x80000000u
static inline bool is_span(uint32_t off)
{
	return (off & 0xc0000000u) == SPAN_FLAG;
}
static inline bool is_vague(uint32_t off)
{
	return off == PT_ANY || is_span(off);
}

/* How a heap object's size is computed: for one thing (perhaps with a tail), or
 * for a number of them. */
enum heap_shape { SHAPE_UNKNOWN, SHAPE_ONE, SHAPE_MANY };

/* What else we know of an object. */
struct object {
	uint32_t fold_first, fold_count; /* in pt->folds */
	bool declared;	/* the type is what the program declares, not a guess */
	bool one_cell;	/* every offset is 0: strings, variable arguments */
	bool shaped;	/* the shape is decided */
	bool sized;	/* the size in pt_object is decided */
	bool self;	/* its cells point to itself: library memory */
	bool typed;	/* the type can be relied on */
	uint8_t shape;	/* of a heap object */
	bool string;	/* holds characters, no record */
	bool code;	/* functions: nothing to read or write */
	bool kept;	/* a local whose address stays in its function */
	bool vague;	/* stands for several objects whose offsets differ */
	uint32_t node;	/* the address of the object */
	uint32_t group; /* in pt->groups, 0: none */
};

/* Objects of one type: what a large set is made of. */
struct group {
	uint32_t first, count; /* in pt->group_members */
	obj_id object;	       /* the OBJ_CLASS object that stands for them */
};

enum { MAX_INNER = MAX_INNER_OBJECTS };
/* What alloc.c finds out about a function. */
struct allocator {
	uint8_t kind; /* ALLOC_NONE ... */
	bool self_store; /* the object's own address is stored inside it */
	bool across;	 /* it may be memory that other processes have too */
	uint8_t inner_count;
	uint32_t inner[MAX_INNER]; /* calls in the body whose result is returned */
	int32_t size_param;   /* the size is this parameter, or -1 */
	int32_t count_param;  /* times this parameter, or -1 */
	uint64_t size;	      /* the size is this constant, or 0 */
	bool size_depends;    /* on parameters in some other way */
	uint32_t arg_mask;    /* parameters that may be returned (realloc) */
	int32_t offset;	      /* returned pointer minus start of the object */
};
enum { ALLOC_NONE, ALLOC_FRESH, ALLOC_RESIZE };

/* A call through a pointer that allocates. */
struct hook {
	func_id func;
	uint32_t inst;
};

struct unify;
struct andersen;

/* The result of unification, flat and read-only. Class ids are dense, from 1;
 * offsets in a class are never negative for its objects. */
struct alias_class {
	uint32_t first, count;	/* members in class_members */
	uint32_t layout;	/* in layouts; 0: no cells */
	int32_t layout_delta;	/* offset in layout = offset in class + this */
	uint32_t cell_first;	/* cell id of offset 0 */
	uint32_t extent;	/* number of cell ids */
};
struct layout_range {
	int64_t start, end;
	uint32_t stride;
};
struct flat_layout {
	uint32_t period; /* 0: none */
	uint32_t first, count; /* in layout_ranges */
};

/* A cell that is read or written, that many bytes at most. */
struct used_cell {
	cell_id cell;
	uint32_t size;
};

/* How a target of a call through a pointer was found: because it fits a pointer that
 * may be anything, or in the pointer's set. */
enum target_kind {
	TARGET_GUESSED = 1, /* it fits, and the pointer may be anything */
	TARGET_STRAY,	    /* the member that is called is known to hold others only */
	TARGET_FOUND,
};
struct call_targets {
	uint32_t first, count;
	bool complete;
};

/* An unknown function gets the value there, or it is the memory of that function. */
struct given {
	func_id func;
	uint32_t inst;
	struct ref value;
};

struct extra_arg {
	func_id func;
	struct ref value;
};
struct base_fact {
	uint32_t node;
	obj_id obj;
};

struct pointers {
	const struct program *p;
	const struct models *m;
	uint32_t set_bound, group_bound;
	uint32_t pointer_size;

	/* objects.c */
	VEC(struct pt_object) objects; /* [0] none */
	VEC(struct object) info;
	VEC(struct fold_range) folds;
	struct map type_folds; /* type to range in fold_spans */
	VEC(uint64_t) fold_spans;
	VEC(struct span) spans;
	struct map span_ids;
	obj_id *symbol_object;	/* [symbols] */
	struct map inst_object; /* instruction to object */
	struct map external_object; /* library function to its memory */
	obj_id strings;
	obj_id *varargs_object; /* [funcs] */
	uint32_t real_objects;	/* objects before the OBJ_CLASS ones */
	VEC(obj_id) origin;	/* from object_count on: what it is a copy of, or 0 */
	obj_id *first_copy;	/* [real objects] copies of a heap object, */
	VEC(obj_id) next_copy;	/* linked, from object_count on */
	uint32_t object_count;	/* what the queries show */

	/* alloc.c */
	struct allocator *allocators; /* [funcs] */

	/* hooks.c */
	const struct map *no_hooks; /* instructions that turned out not to be; NULL: none is */
	VEC(struct hook) hooks;
	struct map hook_at;    /* instruction -> is a hook */
	struct map refuted_hooks; /* likewise of those that are none after all */
	struct map hook_cells; /* symbol, offset -> a library's allocator that is stored there */

	/* lookup.c */
	struct map finders; /* function to the formal that it looks up, + 1 */
	struct map finders_that_return; /* what they find, and do nothing else with it */
	VEC(struct finder_call) finder_calls;

	/* constraints.c, effects.c */
	uint32_t node_count; /* [0] none */
	struct ref *inst_ref;	/* [insts] */
	uint32_t *param_node;	/* [params] */
	uint32_t *return_node;	/* [funcs] */
	const struct model **models; /* [symbols] what stands for the function */
	struct con_vec cons, *sink;
	struct func_part *parts; /* [funcs]; part 0: outside of functions */
	VEC(struct body_call) body_calls;
	VEC(uint32_t) node_inst; /* by node: the instruction + 1 that defines it */
	VEC(bool) node_is_object; /* by node: the address of an object */
	VEC(type_id) node_type; /* by node: the record it must point to, or 0 */
	VEC(struct site) sites;
	VEC(struct ref) site_args;
	VEC(struct ref) site_from; /* where an argument is loaded from */
	VEC(struct base_fact) bases;
	VEC(struct extra_arg) extra_args;
	VEC(uint32_t) entry_params; /* nodes: given by callers outside of the program */
	bool looks_up; /* something is looked up by a name that is not known here */
	VEC(struct ref) escapes; /* passed to threads and unknown functions */
	VEC(struct given) given; /* by calls that the program makes, as far as is known */
	struct map tsd_node;	/* key variable to node */
	struct intern kept_names; /* of what libraries keep */
	struct map kept_node;	/* its name to node */
	uint32_t tsd_in, tsd_out, thread_result;
	bool objects_frozen;
	bool use_types;
	struct slots *slots; /* while solving */

	/* unify.c */
	VEC(struct alias_class) classes; /* [0] none */
	VEC(obj_id) class_members;
	VEC(struct group) groups; /* [0] none */
	VEC(obj_id) group_members;
	obj_id anything; /* what a set that is too large even for groups becomes */
	VEC(struct pt_loc) places; /* that hold a type, see group_places */
	VEC(uint64_t) place_spans;
	struct map place_ids;
	VEC(struct flat_layout) layouts; /* [0] none */
	VEC(struct layout_range) layout_ranges;
	int32_t *object_delta;	/* [real objects] offset of the object in its class */
	cell_id *node_cell;	/* [static nodes] class of what the node points to */
	int32_t *node_cell_off;
	uint32_t static_nodes;
	uint32_t collapsed;
	uint32_t cell_count;
	cell_id *same_cell;	/* [cells] merged by numbers.c; NULL: not yet */
	struct used_cell *used; /* used.c, by cell */
	uint32_t used_count;

	/* andersen.c */
	struct andersen *solver;
	struct map call_at;	/* instruction to index + 1 in calls */
	VEC(struct call_targets) calls;
	VEC(sym_id) callees;
	sym_id *symbol_self; /* [symbols] the identity: targets of direct calls */
	bool *class_reachable; /* [real objects] */
	bool is_open; /* has no main */
	bool *absorbed; /* [objects] a set that held it became 'anything' */
	bool *shared; /* [objects] */
	struct map targets; /* instruction, symbol -> enum target_kind */
	VEC(sym_id) led; /* functions that only unknown functions can call, see led.c */
	VEC(sym_id) led_left; /* that are more than are followed */
	struct map led_at; /* instruction -> index in led_masks + 1 */
	VEC(uint64_t) led_masks; /* bits of led */
	uint32_t indirect_calls, unresolved, dropped_targets;
	uint64_t dropped_types;
};
static inline uint32_t inst_index(const struct program *p, func_id f, uint32_t inst)
{
	return p->funcs.at[f].inst_first + inst;
}

/* ---- used.c ---- */
void used_find(struct pointers *pt);

/* ---- numbers.c ---- */
void numbers_merge(struct pointers *pt);

/* ---- objects.c ---- */
void objects_init(struct pointers *pt);
void objects_free(struct pointers *pt);
obj_id object_new(struct pointers *pt, struct pt_object o);
/* A hidden object: a copy of a heap object for one context, or (of 0) scratch
 * memory. The queries show the original. */
obj_id object_hidden(struct pointers *pt, obj_id origin, uint64_t size);
/* Memory that every thread can name, or that is not ours. */
bool object_is_global(const struct pointers *pt, obj_id o);
obj_id object_at_inst(const struct pointers *pt, func_id f, uint32_t inst);
/* The heap object of a call, made when there is none yet; a second size that
 * differs makes it unknown. SIZE_LATER: no opinion. */
#define SIZE_LATER UINT64_MAX
obj_id object_heap(struct pointers *pt, func_id f, uint32_t inst, uint64_t size);
/* ---- lazy.c ---- */
void lazy_find(struct pointers *pt);

/* ---- twice.c ---- */
void twice_find(struct pointers *pt);

obj_id object_external(struct pointers *pt, sym_id function);
obj_id object_varargs(struct pointers *pt, func_id f);
void object_set_shape(struct pointers *pt, obj_id o, enum heap_shape shape);
void object_set_type(struct pointers *pt, obj_id o, type_id t, bool declared);
/* Types of heap objects, from the variables that receive them. */
void objects_guess_types(struct pointers *pt);

/* ---- fold.c ---- */
/* Ranges of a type; 'repeat': an array of it. Sets fold_first and fold_count. */
void fold_object(struct pointers *pt, obj_id o, type_id t, bool repeat);
int64_t fold_offset(const struct pointers *pt, obj_id o, int64_t off);
/* The array [start, end) around an offset, innermost when several; NULL: none */
const struct fold_range *fold_around(const struct pointers *pt, obj_id o, int64_t off);
/* Offsets of 'off + imm' in o; at most two; 0 when out of the object. */
uint32_t object_add(const struct pointers *pt, obj_id o, uint32_t off, int64_t imm,
		    uint32_t out[2]);
/* The offset of 'off + i * stride' for any i. */
uint32_t object_index(const struct pointers *pt, obj_id o, uint32_t off, uint64_t stride);
/* The same, where PT_ANY may become the part that starts at off. */
uint32_t object_index_span(struct pointers *pt, obj_id o, uint32_t off, uint64_t stride);
/* 'size' bytes of the object from off on, as a span; PT_ANY: not known, or all of it. */
uint32_t object_part(struct pointers *pt, obj_id o, uint32_t off, uint64_t size);
/* May memory at this offset be accessed at all? */
bool object_holds(const struct pointers *pt, obj_id o, uint32_t off);

/* ---- temporaries.c ---- */
void temporaries_type(struct pointers *pt);

/* ---- kept.c ---- */
void kept_find(struct pointers *pt);

/* ---- lookup.c ---- */
void lookups_find(struct pointers *pt);
/* What is found under the name, which is a value of the function, goes to the node. */
void lookup_value(struct pointers *pt, func_id f, ir_val name, uint32_t result);
/* A call of a function that returns what it finds. */
void lookup_call(struct pointers *pt, const struct call *c);

/* ---- hooks.c ---- */
static inline bool is_hook(const struct pointers *pt, func_id f, uint32_t inst)
{
	return pt->hooks.n && map_get(&pt->hook_at, inst_index(pt->p, f, inst), 0);
}
struct pointers *pointers_try(const struct program *p, const struct models *m,
			      const struct pointers_options *options,
			      const struct map *no_hooks);
void hooks_find_cells(struct pointers *pt);
/* The allocator of a library that is called when nobody chooses another, if the pointer
 * is read from a variable that is known to hold one; or 0. */
sym_id hook_default(const struct pointers *pt, func_id f, const struct ir_inst *call);
bool hook_may_be(const struct pointers *pt, func_id f, uint32_t inst);
void hook_add(struct pointers *pt, func_id f, uint32_t inst);
/* While all is solved: that call may call this. */
void hook_note_target(struct pointers *pt, func_id f, uint32_t inst, sym_id callee);
/* Is there none that holds, so that all will have to be solved again? */
bool hooks_refuted(const struct pointers *pt);

/* ---- alloc.c ---- */
void allocators_find(struct pointers *pt);

/* ---- constraints.c ---- */
void constraints_build(struct pointers *pt);
uint32_t node_new(struct pointers *pt);
/* The instruction + 1 that defines a node; 'fixed': one node in all contexts. */
void node_note(struct pointers *pt, uint32_t node, uint32_t inst, bool fixed);
void con_add(struct pointers *pt, struct con c);
void con_copy(struct pointers *pt, uint32_t dst, struct ref a);
void con_load(struct pointers *pt, uint32_t dst, struct ref a);
void con_store(struct pointers *pt, struct ref a, struct ref b);
struct ref ref_of_value(const struct pointers *pt, func_id f, ir_val v);
struct ref ref_of_object(struct pointers *pt, obj_id o);
/* What a call of that symbol does, for calls that are not plain body calls.
 * Returns false when it has a body that is to be bound as usual. */
bool call_special(struct pointers *pt, const struct call *c);
/* Arguments to parameters, and the result. */
void bind_body(struct pointers *pt, const struct call *c, func_id callee);
void bind_extra(struct pointers *pt, const struct call *c, func_id callee);
void add_site_arg(struct pointers *pt, struct ref value, struct ref from);
/* Is the function more than its body: a library function or an allocator? */
bool function_is_special(const struct pointers *pt, sym_id s);

/* ---- effects.c ---- */
void effects_prepare(struct pointers *pt);
void effects_apply(struct pointers *pt, const struct call *c, const struct model *m);
void effects_unknown(struct pointers *pt, const struct call *c);
void effects_allocator(struct pointers *pt, const struct call *c, func_id callee);

/* ---- strings.c ---- */
/* Does a copy of that many bytes from there copy a string, and no more? */
bool copies_string(const struct pointers *pt, func_id f, ir_val from, ir_val size);

/* ---- unify.c ---- */
void unify_solve(struct pointers *pt);
/* The offset of the canonical cell. */
int64_t class_fold(const struct pointers *pt, uint32_t class_id, int64_t off);

/* ---- order.c ---- */
/* All functions, callees before callers where direct calls decide; component
 * [funcs] is allocated. */
uint32_t *order_functions(const struct program *p, uint32_t **component);

/* ---- typed.c ---- */
/* What a node may hold, by the declared type of its variable or field: 0 for
 * anything, a record type for pointers to it, or one of */
enum {
	NODE_FIRST_KIND = 0x7ffffff0,
	NODE_NUMBER = NODE_FIRST_KIND, /* a number: converted pointers to data */
	NODE_DATA,		       /* pointers to data */
	NODE_CODE,		       /* pointers to functions */
	NODE_MIXED,
};
static inline bool is_record_kind(type_id kind)
{
	return kind && kind < NODE_FIRST_KIND;
}
void typed_nodes(struct pointers *pt);
/* The kind that a declared type is, and that of a field of a record. */
type_id typed_kind(const struct pointers *pt, type_id t);
type_id typed_field(const struct pointers *pt, type_id t, uint64_t off);
bool typed_admits(const struct pointers *pt, type_id kind, obj_id o, uint32_t off);

/* May a pointer to one of the records be used as one to the other? */
bool typed_related(const struct pointers *pt, type_id a, type_id b);

/* ---- fit.c ---- */
/* ---- slots.c ---- */
enum slot_holds {
	SLOT_UNKNOWN, /* nothing is known */
	SLOT_NEVER,   /* the program stores it in other places only */
	SLOT_HOLDS,   /* the program stores it there, and it is declared to hold functions */
};
struct slots *slots_find(struct pointers *pt);
void slots_free(struct slots *s);
/* Is f stored in the member of a struct at that address, in any object of the type? */
enum slot_holds slots_hold(struct slots *s, struct ref address, sym_id f);

enum call_fit {
	FIT_NEVER, /* it would miss arguments */
	FIT_BADLY, /* by its declaration it is meant for other calls */
	FIT_LOOSE, /* nothing is known against it */
	FIT_WELL,  /* and it has as many parameters as the call has arguments */
};
enum call_fit call_fit(const struct pointers *pt, const struct site *s, func_id f);
/* Of the member of a struct that the call has it from. */
enum slot_holds call_holds(const struct pointers *pt, const struct site *s, func_id f);
/* As many parameters as arguments, of the same sizes and types. */
bool call_matches(const struct pointers *pt, const struct site *s, func_id f);

/* ---- groups.c ---- */
void groups_make(struct pointers *pt);
/* Every place that holds a value of that type; none when there are too many. */
const struct pt_loc *group_places(struct pointers *pt, type_id wanted, uint32_t *n);

/* ---- andersen.c ---- */
void andersen_solve(struct pointers *pt);
void andersen_free(struct pointers *pt);

/* ---- query.c ---- */
/* As pointers_of_value. False when the set may be anything. */
bool pointers_of_ref(const struct pointers *pt, struct ref r, struct pt_set *out);

/* ---- share.c ---- */
void sharing_solve(struct pointers *pt);

#endif
