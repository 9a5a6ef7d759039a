/* SPDX-License-Identifier: MIT */
/*
 * Pointers: what may each value point to, and who may be called indirectly.
 *
 * Two solvers. Unification (Steensgaard, cells at byte offsets) runs first over
 * the whole program in near-linear time and gives alias classes. Inclusion
 * (Andersen, byte-offset fields) then tells apart what unification merged; a
 * set that outgrows its bound saturates: it becomes the one pseudo-object of
 * its alias class, so cost stays near-linear and the answer stays sound.
 *
 * An abstract object is a variable, a function, a local of some function (all
 * its activations), the memory allocated at one call site (all executions), or
 * the pseudo-object of an alias class. Offsets into arrays are folded onto one
 * element: (object, offset) and the offset inside the element are kept apart,
 * the index is not.
 *
 * After pointers_solve the result is read-only and may be used by any number
 * of threads.
 */
#ifndef CHEQUER_POINTER_POINTER_H
#define CHEQUER_POINTER_POINTER_H

#include <stdio.h>

#include "base/map.h"
#include "base/str.h"
#include "ir/ir.h"
#include "model/model.h"

typedef uint32_t obj_id;  /* 0: none */
typedef uint32_t cell_id; /* unification class and offset in it; canonical */

enum obj_kind {
	OBJ_VARIABLE, /* sym */
	OBJ_FUNCTION, /* sym */
	OBJ_LOCAL,    /* func, inst: an OP_LOCAL */
	OBJ_HEAP,     /* func, inst: a call that allocates (directly or through an
			 allocation wrapper: the object is named by the outermost
			 wrapper's call) */
	OBJ_EXTERNAL, /* memory of a library function (sym): what it returns and has
			 not got from the program; sym 0: of unresolved calls; of a
			 variable that is not defined: what it points to */
	OBJ_CLASS,    /* any object of that type (0: heap memory of unknown type);
			 pointers_members says which */
	OBJ_STRINGS,  /* all string literals: never written, one object for all */
	OBJ_VARARGS,  /* func: the variable arguments of its calls */
};

struct pt_object {
	uint8_t kind;
	bool array;	/* some element of it is accessed by a variable index */
	bool across;	/* other processes may have the same memory */
	bool twice;	/* it may lie in one queue more than once */
	bool lazy;	/* it is made where a variable was null that holds it from then on */
	sym_id sym;
	func_id func;
	uint32_t inst;
	uint64_t size;	/* bytes, 0 unknown */
	type_id type;	/* of its contents, for display; 0 unknown */
	uint32_t class_id; /* alias class of the object as a whole */
};

/* offset PT_ANY: somewhere in the object */
#define PT_ANY UINT32_MAX
struct pt_loc {
	obj_id obj;
	uint32_t offset;
};

/* A points-to set: sorted, no duplicates, owned by whoever filled it. */
struct pt_set {
	VEC(struct pt_loc) locs;
	bool unknown; /* may also point to memory we know nothing about */
	bool copies;  /* what a small function allocates for each of its calls (clone.c) is told
		       * apart: an object may be such a copy, of which nothing may be asked but
		       * what takes a set or a location. Set by who asks for it */
};

struct pointers;

struct pointers_options {
	uint32_t set_bound; /* saturate sets larger than this; 0: the default */
	bool any_type;	    /* variables of type 'struct T *' may point to any type */
};

struct pointers *pointers_solve(const struct program *p, const struct models *m,
				const struct pointers_options *options);
void pointers_free(struct pointers *pt);
/* escape/ is the last to read the constraints. */
void pointers_drop_constraints(struct pointers *pt);

/* ---- objects ---- */
uint32_t pointers_object_count(const struct pointers *pt);
const struct pt_object *pointers_object(const struct pointers *pt, obj_id o);
obj_id pointers_object_of_symbol(const struct pointers *pt, sym_id s);
/* The object, and its copies if the set tells them apart. */
void pointers_add_object(const struct pointers *pt, obj_id o, struct pt_set *out);
/* The object of an OP_LOCAL, or of a call that allocates; 0 for others. */
obj_id pointers_object_at(const struct pointers *pt, func_id f, uint32_t inst);
/* Does f return memory freshly allocated for each call, and nothing else but
 * null, without keeping it? Then each of its call sites is an object. */
bool pointers_is_allocator(const struct pointers *pt, func_id f);
/* The objects of its allocator's body whose contents the object has: it is one for a call
 * of that. Returns how many. */
enum { MAX_INNER_OBJECTS = 4 };
uint32_t pointers_inner_objects(const struct pointers *pt, obj_id o,
				obj_id out[MAX_INNER_OBJECTS]);
/* Does this call through a pointer allocate, whichever function it is? */
bool pointers_is_hook(const struct pointers *pt, func_id f, uint32_t inst);

/* ---- sets ---- (each call replaces the contents of *out) */
void pointers_of_value(const struct pointers *pt, func_id f, ir_val v, struct pt_set *out);
/* What the address of the symbol points to: itself; or, where the linker puts the first of a
 * section, all that is there. */
void pointers_of_symbol(const struct pointers *pt, sym_id s, struct pt_set *out);
/* The one place in a variable that the value points to; none: it may be several, or not
 * known. */
struct pt_loc pointers_variable(const struct pointers *pt, func_id f, ir_val v);
/* *out = every in + bytes */
void pointers_offset(const struct pointers *pt, const struct pt_set *in, int64_t bytes,
		     struct pt_set *out);
/* Likewise one location, which may become two; returns how many. */
uint32_t pointers_move(const struct pointers *pt, struct pt_loc l, int64_t bytes,
		       struct pt_loc out[2]);
/* *out = every in + i * stride for any i */
void pointers_index(const struct pointers *pt, const struct pt_set *in, uint64_t stride,
		    struct pt_set *out);
/* *out = what the pointers stored at those locations may point to */
void pointers_load(const struct pointers *pt, const struct pt_set *in, struct pt_set *out);
/* The same for who asks for the same places again and again: what was found is kept in 'known',
 * which is of one thread. */
struct pt_loads {
	struct intern places;	  /* the locations of sets -> in: */
	VEC(struct pt_set) found; /* [0] none */
	size_t room;		  /* locations in all of them */
};
void pointers_load_again(const struct pointers *pt, struct pt_loads *known,
			 const struct pt_set *in, struct pt_set *out);
void pt_loads_free(struct pt_loads *known);
/* May size_a bytes at a and size_b bytes at b be the same memory? size 0: some
 * bytes from there on. */
bool pt_loc_overlap(const struct pointers *pt, struct pt_loc a, uint64_t size_a,
		    struct pt_loc b, uint64_t size_b);
bool pt_sets_overlap(const struct pointers *pt, const struct pt_set *a, uint64_t size_a,
		     const struct pt_set *b, uint64_t size_b);
/* Two sets that tell copies apart: is it known of both where they point to, and has no object
 * of the one anything to do with one of the other? */
bool pt_sets_apart(const struct pointers *pt, const struct pt_set *a, const struct pt_set *b);
/* The object that stands for the group that it belongs to, or itself. */
obj_id pointers_kin(const struct pointers *pt, obj_id o);
/* How many places may the pointer mean? One that is not folded; or a few; or many, or memory of
 * which nothing is known. */
enum pt_choice { PT_NONE, PT_ONE, PT_FEW, PT_MANY };
enum pt_choice pt_set_choice(const struct pointers *pt, const struct pt_set *set);
/* Does the location stand for several places: elements of an array, or all of an
 * object whose offsets are not told apart? */
bool pt_loc_is_folded(const struct pointers *pt, struct pt_loc l);
/* The offsets, below *end, that 'size' bytes from there on may have (0: any number of them):
 * what runs over the end of an array's element goes on at its start. The first of them. */
uint32_t pt_loc_extent(const struct pointers *pt, struct pt_loc l, uint64_t size, uint64_t *end);
/* Where the innermost array ends that has this byte; 0: it is in none. */
uint64_t pt_loc_array_end(const struct pointers *pt, struct pt_loc l);
/* May a byte there belong to the object? No when it is before its start or behind its end,
 * as far as these are known. */
bool pt_loc_is_inside(const struct pointers *pt, struct pt_loc l);
void pt_set_free(struct pt_set *s);

/* May a pointer that 'may point to memory we know nothing about' point there, as its set grew too
 * large? */
bool pointers_is_absorbed(const struct pointers *pt, obj_id o);

/* ---- alias classes ---- */
cell_id pointers_cell(const struct pointers *pt, struct pt_loc l);
/* The cells that something in the program reads or writes, of those that have a byte among
 * 'bytes' bytes from there on (0: to the end of the object). */
void pointers_cells(const struct pointers *pt, struct pt_loc l, uint64_t bytes,
		    void (*visit)(void *, cell_id), void *context);
/* The address is a pointer to a struct, plus a constant; and the heap memory seems to
 * have been allocated for something that has no such struct there. */
bool pointers_is_other_type(const struct pointers *pt, func_id f, ir_val address,
			    struct pt_loc at);
/* The unification cell that the address v points to; 0 when v is no pointer. */
cell_id pointers_cell_of_address(const struct pointers *pt, func_id f, ir_val v);
/* Likewise so many bytes behind it. */
cell_id pointers_cell_behind(const struct pointers *pt, func_id f, ir_val v, uint32_t bytes);
/* The alias class of what it points to, or 0. */
uint32_t pointers_class_of_address(const struct pointers *pt, func_id f, ir_val v);
/* Number of objects in the class, and the objects (sorted). */
uint32_t pointers_class_size(const struct pointers *pt, uint32_t class_id);
const obj_id *pointers_class_members(const struct pointers *pt, uint32_t class_id,
				     uint32_t *n);

/* The objects that an OBJ_CLASS object stands for; none for other objects. */
const obj_id *pointers_members(const struct pointers *pt, obj_id o, uint32_t *n);

/* ---- calls ---- */
/* The functions (symbols, sorted by id) that the OP_CALL at inst may call
 * through a pointer; *complete is false when the pointer may also hold
 * addresses we know nothing about. For direct calls: the one callee. */
const sym_id *pointers_callees(const struct pointers *pt, func_id f, uint32_t inst,
			       uint32_t *n, bool *complete);
/* What stands for the function, which may have no body: a body counts before a model, unless
 * the model says otherwise. NULL: its body, or nothing is known. */
const struct model *pointers_model(const struct pointers *pt, sym_id function);
/* That of the one function which the instruction calls, if it is a call. */
const struct model *pointers_called_model(const struct pointers *pt, func_id f, uint32_t inst);
/* Is the callee among them only because it fits, and the pointer may be anything? */
bool pointers_is_anything(const struct pointers *pt, func_id f, uint32_t inst, sym_id callee);
/* How many sets grew so large that they mean anything. */
uint32_t pointers_saturated(const struct pointers *pt);
/* Or only because the sets say so, and the program is known to store others in the member that is
 * called, and not this one? If either: with few others, or with many. */
enum guess_kind { GUESS_NONE, GUESS_FEW, GUESS_MANY };
enum guess_kind pointers_guess(const struct pointers *pt, func_id f, uint32_t inst, sym_id callee);
/* The functions among the targets of any value (thread entries, callbacks). */
uint32_t pointers_functions(const struct pointers *pt, const struct pt_set *s, sym_id *out,
			    uint32_t cap);

/* The functions that only an unknown function can call, of those which are in memory that the one
 * called there has been given, or has given. Returns how many. */
enum { PT_MAX_LED = 32 };
uint32_t pointers_led(const struct pointers *pt, func_id f, uint32_t inst, sym_id out[PT_MAX_LED]);
bool pointers_is_led(const struct pointers *pt, sym_id function);
/* And those that are more than are followed, if the call has handed over one of them. */
const sym_id *pointers_led_left(const struct pointers *pt, func_id f, uint32_t inst, uint32_t *n);

/* ---- sharing ---- */
/* May the object be reached from a global variable, from the argument of a
 * thread, or by an unknown external function? Private otherwise: only its own
 * thread can name it. */
bool pointers_may_be_shared(const struct pointers *pt, obj_id o);

/* 'counter', 'main.buffer', 'heap make_node:12:7': for dumps and messages. */
void pointers_object_name(const struct pointers *pt, obj_id o, struct str *out);
void pointers_dump(const struct pointers *pt, FILE *out);
void pointers_count_stats(const struct pointers *pt); /* fills base/stats */

#endif
