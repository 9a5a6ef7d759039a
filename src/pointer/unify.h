/* SPDX-License-Identifier: MIT */
/* The state of unification, for unify.c and flatten.c. */
#ifndef CHEQUER_POINTER_UNIFY_H
#define CHEQUER_POINTER_UNIFY_H

#include "pointer/internal.h"
#include "pointer/layout.h"

struct uclass {
	uint32_t parent;
	int32_t delta;
	uint32_t layout; /* 0: none yet */
	int32_t layout_delta;
	uint32_t first_object, last_object, object_count; /* linked by next_object */
	uint32_t first_site, last_site; /* site + 1, linked by next_site */
	uint32_t first_func, last_func; /* function objects, linked by next_func */
	uint32_t signature;
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
	VEC(uint32_t) next_object, next_func, next_site;
	VEC(struct place) object_place;
	VEC(struct signature) signatures; /* [0] none */
	bool spread_sites;
	struct con_vec scratch;
	VEC(struct con) late; /* index and arithmetic, once the objects are known */
	bool changed;
};

/* The root of a class, and the offset in it. */
struct place unify_find(struct unify *u, struct place p);
/* The layout of a root class; *off becomes an offset in it. */
uint32_t unify_layout(struct unify *u, uint32_t class_id, int64_t *off);
/* Fills the tables of struct pointers that the queries read. */
void unify_flatten(struct unify *u);

#endif
