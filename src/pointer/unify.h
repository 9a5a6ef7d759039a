/* SPDX-License-Identifier: MIT */
/* The state of unification, for unify.c and flatten.c. */
#ifndef CHEQUER_POINTER_UNIFY_H
#define CHEQUER_POINTER_UNIFY_H

#include "pointer/internal.h"
#include "pointer/layout.h"

struct chain {
	uint32_t first, last;
};

struct uclass {
	uint32_t parent;
	int32_t delta;
	uint32_t layout; /* 0: none yet */
	int32_t layout_delta;
	uint32_t first_object, last_object, object_count; /* linked by next_object */
	/* Calls through pointers to the class (site + 1), and functions in it, linked
	 * by 'next'; those of unknown functions, and library functions and
	 * allocators, in lists of their own. */
	struct chain sites, spread, funcs, special;
	uint32_t signature;
	uint32_t common; /* a class: what unknown functions pass to all functions here; 0: none */
	bool takes, gives; /* a function in it has parameters, an unknown one arguments */
	bool declared; /* has an object whose type the program declares */
};

/* What all functions and calls of a class share. */
struct signature {
	struct place result;
	VEC(struct place) params;
};

struct unify {
	struct pointers *pt;
	VEC(struct uclass) classes; /* [0] none */
	VEC(struct place) target;   /* by node */
	struct layouts layouts;
	struct place_pairs pending;
	VEC(uint32_t) next_object, next_func, next_special, next_site, next_spread;
	VEC(struct place) object_place;
	VEC(struct signature) signatures; /* [0] none */
	struct con_vec scratch;
	VEC(struct con) late; /* index and arithmetic, once the objects are known */
	bool changed;
};

/* ---- unify.c ---- */
uint32_t unify_class(struct unify *u);
struct place unify_node(struct unify *u, uint32_t node);
struct place unify_ref(struct unify *u, struct ref r);
/* Makes two places one: now, or when the work in progress is done. */
void unify_places(struct unify *u, struct place a, struct place b);
void unify_equate(struct unify *u, struct place a, struct place b);
/* The root of a class, and the offset in it. */
struct place unify_find(struct unify *u, struct place p);
/* The layout of a root class; *off becomes an offset in it. */
uint32_t unify_layout(struct unify *u, uint32_t class_id, int64_t *off);

/* ---- unify_calls.c ---- */
void unify_add_site(struct unify *u, struct ref callee, uint32_t site);
/* Class class_id has just been made of a and b. */
/* Has the function a parameter that holds pointers? */
bool unify_takes(const struct unify *u, obj_id o);
void unify_bind(struct unify *u, uint32_t class_id, const struct uclass *a,
		const struct uclass *b);
void unify_special(struct unify *u, sym_id callee, const struct site *s);

/* ---- flatten.c ---- */
/* Fills the tables of struct pointers that the queries read. */
void unify_flatten(struct unify *u);

#endif
