/* SPDX-License-Identifier: MIT */
/*
 * Prints test programs made from the rows of one model file that are about locks,
 * order, threads, atomics, callbacks and the pointers that a call gives, and from those
 * that do nothing. Run by tests/models/check-rows, as model_rows.c is, which has the
 * rows that read and write. Both hold the analysis to what a row says; that the row
 * says what the function does is for the programs written by hand.
 *
 * A row becomes one case: a few threads of its own (a, b, c, d) that the function
 * 'caseN' starts with pthread_create, and globals of its own (gN, hN, ...; lN and kN
 * are two locks). Where a row needs others beside it (a release row an acquire row),
 * they are the plainest of the same file: its partners.
 *
 * Many small programs are printed, one after the other, each with a few cases.
 *
 * The comment before a case says which effects of which row it exercises. With
 * --list the effects of every row are printed, for the count of those that are not.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_sync.h"

/* ---- atomics, and rows that do nothing ---- */

static void print_atomic(struct program *p, const struct model *m, const struct effect *e,
			 uint32_t n)
{
	int64_t size = e->size_kind == SIZE_BYTES ? e->value : 8;
	begin(p, m, n, "atomic_load atomic_store atomic_rmw stores returns");
	for (const char *name = "ab"; *name; name++) {
		struct call c = {.row = m};
		thread((char[]){*name, 0}, n);
		printf("\t");
		set(&c, e->arg, "l#", n);
		print_call(p, &c);
		printf("; // NORACE\n");
		end_thread();
	}
	thread("c", n);
	printf("\t__atomic_store_n((%s *)l%u, 1, 5); // NORACE\n",
	       size == 1 ? "char" : size == 2 ? "short" : size == 4 ? "int" :
	       size == 16 ? "__int128" : "long", n);
	end_thread();
	end(n, e->kind == EFFECT_ATOMIC_LOAD || e->kind == EFFECT_ATOMIC_STORE ||
	       e->kind == EFFECT_ATOMIC_RMW ? "abc" : "ab");
}

/* Whatever it gets stays untouched, whoever writes it. */
static void print_none(struct program *p, const struct model *m, uint32_t n)
{
	struct call c = {.row = m};
	begin(p, m, n, "none nondet");
	for (int i = 0; i < (m->param_count < 0 ? 2 : m->param_count); i++)
		set(&c, i, "l#", n);
	thread("a", n);
	printf("\t");
	print_call(p, &c);
	printf("; // NORACE\n");
	end_thread();
	thread("b", n);
	printf("\tl%u[0] = 1; // NORACE\n", n);
	end_thread();
	end(n, "ab");
}

/* What stands after it is reached only with a condition that holds. */
static void print_assume(struct program *p, const struct model *m, const struct effect *e,
			 uint32_t n)
{
	begin(p, m, n, "assume");
	for (const char *name = "ab"; *name; name++) {
		struct call c = {.row = m};
		bool holds = *name == 'b';
		set(&c, e->arg, holds ? "1" : "0", n);
		thread((char[]){*name, 0}, n);
		touch("h", n, "RACE");
		line_with(p, "\t", &c);
		touch("g", n, "NORACE");
		if (holds)
			touch("e", n, "RACE");
		end_thread();
	}
	thread("c", n);
	touch("e", n, "RACE");
	end_thread();
	end(n, "abc");
}

/* What stands after it is never reached. */
static void print_noreturn(struct program *p, const struct model *m, const struct effect *e,
			   uint32_t n)
{
	struct call c = {.row = m};
	begin(p, m, n, effect_kind_name(e->kind));
	thread("a", n);
	touch("h", n, "RACE");
	line_with(p, "\t", &c);
	touch("g", n, "NORACE");
	end_thread();
	thread("b", n);
	touch("g", n, "NORACE");
	touch("h", n, "RACE");
	end_thread();
	end(n, "ab");
}

/* ---- the program ---- */

static void print_effect(struct program *p, const struct model *m, const struct effect *e,
			 uint32_t n)
{
	switch (e->kind) {
	case EFFECT_LOCK_INIT:
	case EFFECT_LOCK_DESTROY:
		print_init(p, m, e, n);
		break;
	case EFFECT_ATTR_RECURSIVE:
		print_attribute(p, m, e, n);
		break;
	case EFFECT_COND_WAIT:
		print_cond_wait(p, m, e, n);
		break;
	case EFFECT_COND_SIGNAL:
		print_cond_signal(p, m, e, n);
		break;
	case EFFECT_SEM_INIT:
	case EFFECT_SEM_POST:
	case EFFECT_SEM_WAIT:
		print_sem(p, m, e, n);
		break;
	case EFFECT_BARRIER_INIT:
		print_barrier(p, m, e, n + SECOND, 1);
		/* fall through */
	case EFFECT_BARRIER_WAIT:
		print_barrier(p, m, e, n, 2);
		break;
	case EFFECT_ONCE:
		print_once(p, m, e, n);
		break;
	case EFFECT_ONCE_ENTER:
	case EFFECT_ONCE_LEAVE:
		print_once_enter(p, m, e, n);
		break;
	case EFFECT_CREATE:
		print_create(p, m, e, n);
		break;
	case EFFECT_JOIN:
	case EFFECT_DETACH:
	case EFFECT_CANCEL:
		print_join(p, m, e, n);
		break;
	case EFFECT_CALL_NOW:
	case EFFECT_CALL_LATER:
		if (e->pass_member[0] && !(e->flags & EFFECTF_HANDLER_IN_STRUCT))
			break; /* what it gets is in such a struct */
		print_callback(p, m, e, n);
		break;
	case EFFECT_ATOMIC_LOAD:
	case EFFECT_ATOMIC_STORE:
	case EFFECT_ATOMIC_RMW:
		print_atomic(p, m, e, n);
		break;
	case EFFECT_ASSUME:
		print_assume(p, m, e, n);
		break;
	case EFFECT_NORETURN:
	case EFFECT_THREAD_EXIT:
		print_noreturn(p, m, e, n);
		break;
	case EFFECT_ALLOC:
		print_alloc(p, m, e, n);
		break;
	case EFFECT_FREE:
	case EFFECT_REALLOC:
		print_free(p, m, e, n);
		break;
	case EFFECT_STATE_WRITE:
		print_state(p, m, e, n);
		break;
	case EFFECT_RETURNS_STATIC:
		print_static(p, m, e, n);
		break;
	case EFFECT_STORES:
		if (e->member)
			break; /* in a struct that made programs do not have */
		if (e->arg == ARG_RESULT && e->other == ARG_RESULT)
			break; /* an object that points to itself: glib/arrays.c */
		print_stores(p, m, e, n);
		if (e->flags & EFFECTF_ATOMIC && !model_effect(m, EFFECT_WRITE))
			print_atomic(p, m, e, n + SECOND);
		break;
	case EFFECT_KEEPS:
	case EFFECT_GIVES:
		print_kept(p, m, e, n);
		break;
	case EFFECT_COPY:
		print_copy(p, m, e, n);
		break;
	case EFFECT_TSD_SET:
	case EFFECT_TSD_GET:
		print_specific(p, m, e, n + SECOND, true);
		/* fall through */
	case EFFECT_TSD_KEY_CREATE:
		print_specific(p, m, e, n, false);
		break;
	case EFFECT_FORK_PROCESS:
		print_fork(p, m, n);
		break;
	case EFFECT_SIGNAL_HANDLER:
		print_handler(p, m, e, n);
		break;
	case EFFECT_RETURNS:
		print_returns(p, m, e, n);
		if (e->flags & EFFECTF_ATOMIC)
			print_atomic(p, m, e, n + SECOND);
		break;
	case EFFECT_NONE:
	case EFFECT_NONDET:
		if (m->effect_count == 1 && m->param_count != 0)
			print_none(p, m, n);
		break;
	default:
		if (e->flags & EFFECTF_ATOMIC)
			print_atomic(p, m, e, n);
		break;
	}
}

/* The numbers of a row's cases: its locks', its effects', and second ones of these. */
static void print_row(struct program *p, const struct model *m)
{
	uint32_t n = index_of(p, m) * (2 * SECOND);
	if (!is_callable(m))
		return;
	if (!p->later)
		print_lock(p, m, n);
	for (uint32_t i = 0; i + 1 < SECOND && i < m->effect_count; i++)
		if (p->later == (m->effects[i].kind == EFFECT_CALL_LATER))
			print_effect(p, m, &m->effects[i], n + 1 + i);
}

static void print_list(const struct program *p)
{
	for (uint32_t i = 0; i < p->models->list.n; i++) {
		const struct model *m = &p->models->list.at[i];
		if (strcmp(m->file, p->file) != 0)
			continue;
		printf("%s%s", m->name, m->param_count == 0 ? " ()" : "");
		for (uint32_t k = 0; k < m->effect_count; k++)
			printf(" %s", effect_kind_name(m->effects[k].kind));
		printf("\n");
	}
}

static void print_rows(struct program *p)
{
	for (uint32_t i = 0; i < p->models->list.n; i++)
		if (strcmp(p->models->list.at[i].file, p->file) == 0)
			print_row(p, &p->models->list.at[i]);
	if (p->count)
		print_main(p);
}

int main(int argc, char **argv)
{
	static struct program p;
	struct models models;
	if (argc < 2 || argc > 3)
		die("usage: model_sync models/NAME.model [--list]");
	models_init(&models);
	p.models = &models;
	p.file = argv[1];
	if (argc == 3) {
		print_list(&p);
	} else {
		print_rows(&p);
		p.later = true;
		print_rows(&p);
	}
	models_free(&models);
	return 0;
}
