/* SPDX-License-Identifier: MIT */
/*
 * The parts of model_sync.c, which says what they make.
 */
#ifndef CHEQUER_TESTS_MODEL_SYNC_H
#define CHEQUER_TESTS_MODEL_SYNC_H

#include "model/model.h"

/* Cases in one program: so few that what no lock guards in it is shown (race/rank/custom.c). */
enum { MAX_ARGS = 16, CASES = 7, SECOND = 16 };

struct program {
	const struct models *models;
	const char *file;
	bool later; /* the programs of callbacks that run later, or the others */
	uint32_t cases[CASES], makes[CASES]; /* called by main, 'makes' first */
	uint32_t count, make_count;
};

/* What stands for argument i; NULL: a zero, or scratch memory of the caller. */
struct call {
	const struct model *row;
	char text[MAX_ARGS][64];
};

typedef bool partner_test(const struct effect *wanted, const struct effect *e);

/* ---- model_sync_print.c ---- */

uint32_t index_of(const struct program *p, const struct model *m);
bool is_callable(const struct model *m);
const struct model *partner(const struct program *p, const struct effect *e,
				   enum effect_kind kind, partner_test *fits);
bool same_lock(const struct effect *a, const struct effect *b);
bool fits_exclusive(const struct effect *e, const struct effect *x);
bool fits_shared(const struct effect *e, const struct effect *x);
bool fits_lock(const struct effect *e, const struct effect *x);
bool fits_any(const struct effect *e, const struct effect *x);
bool fits_count(const struct effect *e, const struct effect *x);
bool fits_condition(const struct effect *e, const struct effect *x);
bool fits_key(const struct effect *e, const struct effect *x);
bool fits_attribute(const struct effect *e, const struct effect *x);
bool fits_create(const struct effect *e, const struct effect *x);
void declare(const struct program *p, const struct model *m);
void set(struct call *c, int arg, const char *text, uint32_t n);
bool is_pointer_effect(const struct effect *e, int arg);
void print_call(const struct program *p, const struct call *c);
void print_with(const struct program *p, const struct model *m, int arg,
		       const char *text, uint32_t n);
void print_if(const struct program *p, const struct call *c, enum result_class when);
void print_main(struct program *p);
void begin(struct program *p, const struct model *m, uint32_t n, const char *kinds);
void thread(const char *name, uint32_t n);
void end_thread(void);
void touch(const char *global, uint32_t n, const char *verdict);
void look(const char *global, uint32_t n, const char *verdict);
void end(uint32_t n, const char *threads);
void line_with(const struct program *p, const char *indent, const struct call *c);
struct call call_on(const struct model *m, enum effect_kind kind, uint32_t n);

/* ---- a case for one effect, or for the lock effects of a row ---- */

bool print_lock(struct program *p, const struct model *m, uint32_t n);
void print_init(struct program *p, const struct model *m, const struct effect *e,
		       uint32_t n);
void print_attribute(struct program *p, const struct model *m, const struct effect *e,
			    uint32_t n);
void print_cond_wait(struct program *p, const struct model *m, const struct effect *e,
			    uint32_t n);
void print_cond_signal(struct program *p, const struct model *m, const struct effect *e,
			      uint32_t n);
void print_sem(struct program *p, const struct model *m, const struct effect *e,
		      uint32_t n);
void print_barrier(struct program *p, const struct model *m, const struct effect *e,
			  uint32_t n, uint32_t threads);
void print_once(struct program *p, const struct model *m, const struct effect *e,
		       uint32_t n);
void print_once_enter(struct program *p, const struct model *m, const struct effect *e,
			     uint32_t n);
void print_create(struct program *p, const struct model *m, const struct effect *e,
			 uint32_t n);
void print_join(struct program *p, const struct model *m, const struct effect *e,
		       uint32_t n);
void print_callback(struct program *p, const struct model *m, const struct effect *e,
			   uint32_t n);
void print_fork(struct program *p, const struct model *m, uint32_t n);
void print_specific(struct program *p, const struct model *m, const struct effect *e,
			   uint32_t n, bool by_address);
/* Pointers that are stored, or copied with what holds them. */
void print_stores(struct program *p, const struct model *m, const struct effect *e, uint32_t n);
void print_kept(struct program *p, const struct model *m, const struct effect *e, uint32_t n);
void print_copy(struct program *p, const struct model *m, const struct effect *e, uint32_t n);
/* Fresh memory, memory given back, results that point somewhere. */
void print_alloc(struct program *p, const struct model *m, const struct effect *e, uint32_t n);
void print_free(struct program *p, const struct model *m, const struct effect *e, uint32_t n);
void print_returns(struct program *p, const struct model *m, const struct effect *e, uint32_t n);
void print_state(struct program *p, const struct model *m, const struct effect *e, uint32_t n);
void print_static(struct program *p, const struct model *m, const struct effect *e, uint32_t n);
void print_handler(struct program *p, const struct model *m, const struct effect *e, uint32_t n);

#endif
