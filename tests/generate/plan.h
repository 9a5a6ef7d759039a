/* SPDX-License-Identifier: MIT */
/*
 * The plan of a generated program: objects with fields ('cells'), actors that run
 * in known spans of time, and uses of cells by actors under known guards. Whether
 * a use takes part in a race follows from the plan alone; emit.c turns the plan
 * into C and writes the verdict at the line of each access.
 */
#ifndef CHEQUER_TESTS_GENERATE_PLAN_H
#define CHEQUER_TESTS_GENERATE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { ELEMENTS = 3, COPIES = 4, MAX_ENTRIES = 8, NOBODY = -1 };

enum shape {
	SHAPE_GLOBALS, /* separate variables */
	SHAPE_STRUCT,  /* one global struct */
	SHAPE_HEAP,    /* allocated before the threads, behind a global pointer */
	SHAPE_ARRAY,   /* ELEMENTS structs, each visited in turn */
	SHAPE_SLOTS,   /* one element for each copy of one thread */
	SHAPES
};

enum lock_type { LOCK_MUTEX, LOCK_RWLOCK, LOCK_SPIN, LOCK_TYPES };

struct object {
	enum shape shape;
	enum lock_type lock;
	bool embedded;    /* the lock is a field, else a global */
	int nest;         /* inner structs around the fields */
	bool other;       /* a second lock that guards nothing is needed */
	int entry;        /* SHAPE_SLOTS: the thread whose copies own the elements */
	int first, count; /* cells */
};

/* Main's accesses happen in these periods; a thread lives in some of them. */
enum period { BEFORE, DURING_FIRST, BETWEEN, DURING_SECOND, AFTER, PERIODS };

enum argument { ARGUMENT_NONE, ARGUMENT_INDEX, ARGUMENT_STRUCT, ARGUMENTS };

struct actor {
	bool thread;
	bool many; /* COPIES of it are started in a loop */
	bool late; /* joined only at the very end */
	enum argument argument;
	int shared; /* heap object handed over in the argument, or NOBODY */
	enum period from, to;
};

enum kind { KIND_READ, KIND_WRITE, KIND_UPDATE, KINDS };

enum guard {
	GUARD_NONE,
	GUARD_LOCK,   /* exclusively */
	GUARD_SHARED, /* the read side of a rwlock */
	GUARD_OTHER,  /* a lock, but the wrong one */
	GUARD_BRANCH, /* released too early on one branch */
	GUARD_ATOMIC  /* no lock, atomic operation */
};

enum style { STYLE_DIRECT, STYLE_WRAPPER, STYLE_MACRO, STYLE_OBJECT, STYLE_TRY, STYLES };
enum shape_of_section { SECTION_PLAIN, SECTION_GOTO, SECTION_EARLY, SECTIONS };

enum call { CALL_DIRECT, CALL_TABLE, CALL_POINTER };

struct use {
	int cell, actor;
	enum kind kind;
	enum guard guard;
	int depth;      /* calls between the first function and the access */
	int lock_level; /* the level that takes the lock */
	enum style style;
	enum shape_of_section section;
	bool by_pointer; /* the lock's address is passed down to that level */
	bool helper;     /* the access is in a helper common to all cells */
	enum call call;  /* how the actor calls the first function */
	bool halved;     /* SHAPE_SLOTS: two copies share an element */
	bool racy;       /* the verdict */
};

struct cell {
	int object, field;
	int first, count; /* uses */
};

struct plan {
	uint64_t seed, random;
	size_t functions; /* wanted at least; 0: a small program */
	size_t drawn;     /* so far */
	bool wrapped;     /* threads are started and joined through wrappers */
	struct object *objects;
	struct cell *cells;
	struct use *uses;
	struct actor actors[PERIODS + MAX_ENTRIES]; /* main's periods, then threads */
	int object_count, cell_count, use_count, actor_count;
	bool helper_adds_racy, helper_reads_racy;
};

void plan_make(struct plan *plan, uint64_t seed, size_t functions);
void plan_free(struct plan *plan);
uint32_t plan_random(struct plan *plan, uint32_t below);
void plan_emit(struct plan *plan, FILE *out);

#endif
