/* SPDX-License-Identifier: MIT */
/*
 * Private to race/: what is written down while accesses are collected and judged, when the
 * lock discipline is asked for (report/discipline.h).
 *
 * A row is memory as the program itself names it: a member of a struct by its declared
 * type, or a variable. All objects of one type are one row.
 */
#ifndef CHEQUER_RACE_DISCIPLINE_H
#define CHEQUER_RACE_DISCIPLINE_H

#include "race/rank/fields.h"
#include "race/veto/veto.h"
#include "report/discipline.h"

struct row {
	const char *record, *member; /* NULL: a variable or an object, named by 'path' */
	uint32_t field;	 /* of a struct; else 0 */
	obj_id obj;	 /* one that it is in */
	path_id path;	 /* as one of its accesses names it */
	uint32_t size;	 /* of that access */
	uint64_t vetoes; /* what kept pairs of its accesses apart: bits */
	bool races;	 /* a pair was kept, or not all were judged */
	uint8_t confidence; /* of its best race */
	bool set_alone;	 /* written while no other thread exists */
	uint32_t first, end; /* its uses, once they are sorted */
};

/* An access of a row, in all its situations. */
struct row_use {
	uint32_t row;
	struct step at; /* the access, or the call of a helper that was given the memory */
	struct report_place place;
	struct field_use of;
};

struct discipline {
	struct arena memory;
	VEC(struct row) rows; /* [0] none */
	struct intern keys;   /* of rows */
	struct map row_of;    /* field and size -> row */
	VEC(struct row_use) uses;
	struct map types; /* name and size of a struct -> the first type */
	struct map names; /* struct without a tag -> the alias that names it */
};

/* ---- discipline.c ---- */
struct discipline *discipline_new(void);
void discipline_free(struct discipline *d);
/* The access happens there; without situations: only where nothing else runs. */
void discipline_note(struct races *r, const struct candidate *c, const struct pt_set *set);
/* The pair was asked, and this is the veto that removes it. */
void discipline_judged(struct races *r, const struct instance *a, const struct instance *b,
		       enum veto v);
/* Not all pairs of that object were judged. */
void discipline_cut(struct races *r, obj_id obj);
/* What no veto has removed, when it is ranked. */
void discipline_found(struct races *r, const struct location *l);
/* When all races are known. */
void discipline_show(struct races *r, struct report *out);
/* 'struct queue.lock', or the name of a variable. */
const char *name_lock_class(struct races *r, struct arena *a, uint32_t class);
/* The struct that has the field, as it is declared; 0: it has no name. */
type_id type_of_field(struct races *r, uint32_t field);

/* Its name, and where that is declared. */
void name_row(struct races *r, struct arena *a, const struct row *w, struct report_memory *m);

/* ---- declared.c ---- */
/* Where the source declares it. */
struct report_declared declared_row(struct races *r, struct arena *a, const struct row *w);
struct report_declared declared_lock(struct races *r, struct arena *a, uint32_t class);

/* ---- holders.c ---- */
/* Which functions are only called with a lock held, for each that guards something.
 * classes[i] is the lock of memory[i], or 0. */
void show_holders(struct races *r, struct arena *a, struct report_discipline *d,
		  struct report_known_lock *locks, const uint32_t *classes);

/* ---- contract.c ---- */
/* What breaks a contract becomes a race of level high. */
void check_contracts(struct races *r, struct report *out);

/* ---- row_rule.c ---- */
/* Of an access, and of a place: the least of its accesses. EXEMPT: who makes the lock has the
 * object for himself. */
enum { BREAKS, EXEMPT, FOLLOWS };
int follows_lock(struct races *r, struct row_use *u, uint32_t class);
/* The rule that the row's uses follow; *class: its lock, or 0. False: not worth a row. */
bool find_rule(struct races *r, struct arena *a, const struct row *w, struct report_memory *m,
	       uint32_t *class);

/* ---- lock_order.c ---- */
/* Locks, and in which order they are taken. classes[i] is the lock of memory[i], or 0. */
void show_locks_taken(struct races *r, struct arena *a, struct report_discipline *d,
		      struct report_memory *memory, const uint32_t *classes);

/* ---- lock_cycle.c ---- */
/* One way to take a lock while another one is held. */
struct lock_edge {
	uint32_t number;
	uint32_t first, second; /* locks */
	path_id held, wanted;	/* their names there */
	bool held_certain, wanted_certain; /* each means one object */
	uint8_t held_mode, wanted_mode;
	bool tries; /* it does not wait for the second */
	struct step held_at, wanted_at; /* where each is taken */
	struct point point;
	uint32_t gate_first, gate_count; /* what else is held: range of gates */
};
struct lock_gate {
	path_id lock; /* that means one object */
	uint8_t mode;
};
struct lock_edges {
	VEC(struct lock_edge) list; /* by first, second */
	VEC(struct lock_gate) gates;
	uint32_t lock_count;
	bool cut;
};
/* locks: their names. */
void find_lock_cycles(struct races *r, struct arena *a, const struct lock_edges *e,
		      const struct report_known_lock *locks, struct report_discipline *d);
struct report_order show_lock_edge(struct races *r, const struct lock_edge *e);

#endif
