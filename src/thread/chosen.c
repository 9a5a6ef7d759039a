/* SPDX-License-Identifier: MIT */
/*
 * Which creations threads never come to for the numbers that functions are given: 'case
 * START: create(...)' in a function that they only tell of other events. Contexts know
 * that for each call (decided.c), but threads are found first. So here the calls are
 * followed from where a thread begins, with the numbers alone: what is not reached for any
 * of them that a function is given, no thread that begins there ever does.
 */
#include <stdlib.h>
#include <string.h>

#include "ir/decided.h"
#include "ir/edges.h"
#include "thread/internal.h"

enum { MAX_GIVEN = 24 }; /* of one function; with more, any number may be given */

struct visit_for {
	func_id func;
	struct ir_numbers given;
};

struct follow {
	struct threads *t;
	struct done_from *out;
	struct intern seen;
	VEC(struct visit_for) work;
	uint8_t *many; /* [func] how often it was visited */
};

static void visit(struct follow *w, func_id f, struct ir_numbers given)
{
	struct visit_for v;
	memset(&v, 0, sizeof(v));
	if (w->many[f] >= MAX_GIVEN)
		memset(&given, 0, sizeof(given));
	v.func = f;
	v.given = given;
	uint32_t had = w->seen.n;
	if (intern_bytes(&w->seen, &v, sizeof(v)) < had)
		return;
	w->many[f] += w->many[f] < MAX_GIVEN;
	vec_push(&w->work, v);
}

void threads_pass_numbers(const struct threads *t, func_id f, const struct ir_numbers *given,
			  const struct call *k, struct ir_numbers *out)
{
	const struct summary *s = summary_of(t, f);
	const struct decided *d = &t->memo->decided;
	uint64_t decides = d->own[k->callee] | d->passed[k->callee];
	memset(out, 0, sizeof(*out));
	for (uint32_t i = 0; i < k->arg_count && i < IR_NUMBERS; i++) {
		const struct path *x = path_at(&s->paths, s->call_args.at[k->arg_first + i]);
		bool formal = x->kind == PATH_FORMAL && x->a < IR_NUMBERS &&
			      given->known >> x->a & 1;
		if (!(decides >> i & 1) || (x->kind != PATH_INT && !formal))
			continue;
		out->known |= UINT64_C(1) << i;
		out->at[i] = formal ? given->at[x->a] : x->imm;
	}
}

static void add_blocks(struct follow *w, func_id f, const bool *reached)
{
	struct done_from *out = w->out;
	uint32_t n = w->t->in.program->funcs.at[f].block_count;
	if (!reached)
		out->all[f] = true;
	if (!out->reached[f] && reached)
		out->reached[f] = xcalloc(n, sizeof(bool));
	for (uint32_t b = 0; b < n && reached; b++)
		out->reached[f][b] |= reached[b];
}

static void follow(struct follow *w, const struct visit_for *v)
{
	struct threads *t = w->t;
	const struct program *p = t->in.program;
	const struct summary *s = summary_of(t, v->func);
	const bool *reached = threads_reached_for(t, v->func, &v->given);
	add_blocks(w, v->func, reached);
	for (uint32_t i = 0; i < s->calls.n; i++) {
		const struct call *k = &s->calls.at[i];
		if (!summary_of(t, k->callee)->may_fork ||
		    (reached && !reached[ir_block_of(p, &p->funcs.at[v->func], k->inst)]))
			continue;
		struct ir_numbers passed;
		threads_pass_numbers(t, v->func, &v->given, k, &passed);
		visit(w, k->callee, passed);
	}
}

static struct done_from *done_from(struct threads *t, func_id entry)
{
	struct threads_memo *m = t->memo;
	uint32_t at = map_get(&m->done_at, entry, 0), n = t->in.summaries->n;
	if (at)
		return &m->done_from.at[at - 1];
	struct done_from out = {.all = xcalloc(n, sizeof(bool)),
				.reached = xcalloc(n, sizeof(bool *))};
	struct follow w = {.t = t, .out = &out, .many = xcalloc(n, 1)};
	struct ir_numbers none;
	memset(&none, 0, sizeof(none));
	visit(&w, entry, none);
	while (w.work.n) {
		struct visit_for v = vec_pop(&w.work);
		follow(&w, &v);
	}
	intern_free(&w.seen);
	vec_free(&w.work);
	free(w.many);
	vec_push(&m->done_from, out);
	map_put(&m->done_at, entry, m->done_from.n);
	return &vec_last(&m->done_from);
}

bool threads_does(struct threads *t, thread_id id, func_id f, uint32_t inst)
{
	const struct thread *x = thread_at(t, id);
	const struct program *p = t->in.program;
	if (x->more || x->crowd || !x->entry || !threads_is_decided(t, f))
		return true;
	const struct done_from *d = done_from(t, x->entry);
	return d->all[f] || !d->reached[f] ||
	       d->reached[f][ir_block_of(p, &p->funcs.at[f], inst)];
}

void done_from_free(struct threads *t)
{
	struct threads_memo *m = t->memo;
	for (uint32_t i = 0; i < m->done_from.n; i++) {
		for (func_id f = 0; f < t->in.summaries->n; f++)
			free(m->done_from.at[i].reached[f]);
		free(m->done_from.at[i].reached);
		free(m->done_from.at[i].all);
	}
	vec_free(&m->done_from);
	map_free(&m->done_at);
}
