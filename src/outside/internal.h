/* SPDX-License-Identifier: MIT */
/* Private to outside/. */
#ifndef CHEQUER_OUTSIDE_INTERNAL_H
#define CHEQUER_OUTSIDE_INTERNAL_H

#include "outside/outside.h"

/* ---- insert.c ---- */
/* The function of that name; a declaration of it if there is none. */
sym_id declare_function(struct program *p, const char *name, uint32_t unit);
ir_val address_of(struct program *p, sym_id s);
struct ir_inst make_call(struct program *p, sym_id callee, const ir_val *args, uint32_t n,
			 loc_id loc);
/* The row of the function that the instruction calls by name, if the program has none of its own
 * by that name. */
const struct model *row_of_call(const struct program *p, const struct models *m,
				const struct ir_inst *i);
/* Puts an instruction in front of instruction 'at' of f. */
void insert(struct program *p, func_id f, uint32_t at, struct ir_inst new);
/* Puts a call of 'callee', which takes nothing, in front of instruction 'at' of f. */
void insert_call(struct program *p, func_id f, uint32_t at, sym_id callee);

/* In front of instruction 'at' of f the block is divided: control goes on, or to block 'other',
 * which has no phi. */
void split_block(struct program *p, func_id f, uint32_t at, uint32_t other);
/* After all that: what functions were before they got more is given back. */
void drop_old_code(struct program *p);

/* The code of a function that is being made. */
struct body {
	VEC(struct ir_inst) insts;
	VEC(struct ir_block) blocks;
};
/* What was added since the last block is the next one; it ends with a terminator. */
void body_end_block(struct body *b);
/* Parameters of the next function that is made, all as wide as a pointer. */
void add_parameters(struct program *p, uint32_t n);
/* A new internal function with the parameters that were added; frees the body. A name
 * that is taken gets longer. */
sym_id make_function(struct program *p, const char *name, struct body *b);
/* Memory of others: it holds pointers, but what is done to it is not looked at. */
sym_id make_variable(struct program *p, const char *name, type_id type, uint64_t size);

/* A variable of that struct, defined elsewhere. */
sym_id make_undefined(struct program *p, const char *name, type_id type);

/* ---- callers.c ---- */
void add_callers_objects(struct program *p, const struct intern *api);

/* ---- constructors.c ---- */
/* What the loader calls, main calls first or last; without a main, OUTSIDE_LOADED does, and
 * OUTSIDE_UNLOADED. */
void add_constructors(struct program *p);

/* ---- cancel.c ---- */
/* Handlers that a cancelled thread runs, it runs where it was cancelled. */
void move_cleanup_handlers(struct program *p, const struct models *m);
/* ---- contracts.c ---- */
/* [symbol]: does code of the program call it by name? To be freed. */
bool *find_called(const struct program *p);
/* In code of a kernel: locks that functions assert, and callbacks after a grace period. */
void add_contracts(struct program *p, struct models *m);

/* ---- objects.c ---- */
/* What code outside passes for a parameter of the functions it calls. */
struct outside_object {
	type_id type;
	sym_id object;	/* the object; or 0: */
	sym_id pointer; /* a variable that points to one of the program's */
};
struct outside_objects {
	VEC(struct outside_object) list;
};
/* A variable that holds what will be passed as pointer to such a struct. */
sym_id objects_pointer(struct program *p, struct outside_objects *o, type_id t);
/* What is passed as pointer to such a struct; may add an instruction to the body. */
ir_val objects_pass(struct program *p, struct outside_objects *o, type_id t, struct body *b);
/* The value for parameter i of f; may add an instruction to the body. */
ir_val objects_argument(struct program *p, struct outside_objects *o, func_id f, uint32_t i,
			struct body *b);
/* Objects of the program that it registers, as rows say, and that are passed back to it. */
void objects_find(struct program *p, const struct models *m, struct outside_objects *o);
/* The struct that a type points to, without typedefs and qualifiers; or 0. */
type_id pointed_struct(const struct program *p, type_id t);
/* Types of several units may be two, with one tag. */
bool is_same_struct(const struct program *p, type_id a, type_id b);

/* ---- private.c ---- */
/* Memory that a driver has behind a struct of the system becomes an object of its own. */
void split_private(struct program *p, const struct models *m);

/* ---- state.c ---- */
/* Calls of functions that keep something between calls use a variable that stands for it. */
void add_states(struct program *p, const struct models *m);

/* ---- kept.c ---- */
/* Functions that a library was given are called where other calls call them. */
void call_kept(struct program *p, const struct models *m);

/* ---- ending.c ---- */
/* Functions that are to be called when the program ends are called where it does. */
void call_at_end(struct program *p, const struct models *m);
/* What a row keeps for that moment, or NULL. */
const struct effect *kept_for_end(const struct model *row);

/* ---- streams.c ---- */
/* What streams were given is used where they are. */
void add_streams(struct program *p, const struct models *m);

/* ---- instrumented.c ---- */
/* Variables that the compiler has added are none of the program's; units say who asked for it. */
void mark_instrumentation(struct program *p, const struct models *m);

/* ---- outside.c ---- */
/* A member 'tag.member' in this program, and the size of the struct. */
struct place {
	int64_t offset;
	uint64_t size;
};
bool find_place(const struct program *p, const char *name, struct place *out);

/* ---- module.c ---- */
/* Has it no main, but code that runs first, and before all other? */
bool is_module(struct program *p, struct models *m);
/* A module's life, as a function that the program begins with. */
void add_module(struct program *p, struct models *m);

/* ---- kernel.c ---- */
/* Is it code of a kernel, by the functions that it uses? */
bool kernel_is(const struct program *p, const struct models *m);
/* Nothing is left in the function. */
void empty_body(struct program *p, struct ir_func *f);
/* Functions whose rows win have nothing in them. */
void kernel_drop_bodies(struct program *p, const struct models *m);
/* The row about the section that a symbol is in, or NULL. */
const struct name_pattern *section_row(const struct program *p, const struct models *m, sym_id s);
/* Variables in sections that the linker throws away ('outside') hold no addresses. */
void kernel_drop_discarded(struct program *p, const struct models *m);
/* Marked accesses are atomics, barriers are fences. */
void kernel_mark(struct program *p);

/* ---- interrupts.c ---- */
/* Handlers run from here on. */
void add_interrupts(struct program *p, const struct models *m);

#endif
