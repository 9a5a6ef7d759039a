/* SPDX-License-Identifier: MIT */
/*
 * What a library sets up once and for all, by pthread_once, when a caller opens something, and
 * uses without asking again when he does something with what he has opened: encode(opened) comes
 * after open(), though nothing in the program says so. Callers are expected to have opened
 * something first, so the two do not meet: where the one call makes a struct, or fills it in, of
 * which the other one is given one. But if others who use it ask for the set-up each time
 * (set_up_once(); use), who does not has forgotten it.
 */
#include "ir/names.h"
#include "race/rank/rank.h"
#include "race/show/show.h"
#include "race/veto/veto.h"

/* The control of a once function that x runs, or of one that was done for sure when x comes
 * there; with 'control': that one. */
static path_id once_of(const struct races *r, const struct instance *x, enum lock_mode mode,
		       path_id control)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, x->guards, &n);
	for (uint32_t i = 0; i < n; i++)
		if (g[i].kind == LOCK_ONCE && g[i].mode == mode &&
		    (!control || g[i].lock == control))
			return g[i].lock;
	return 0;
}

/* Does anybody ask for it, who touches the memory? */
static bool is_asked_for(const struct races *r, const struct location *l, path_id control)
{
	for (uint32_t i = next_touching(r, l, l->instance_first); i < l->instance_end;
	     i = next_touching(r, l, i + 1))
		if (once_of(r, &r->instances.at[i], MODE_SHARED, control))
			return true;
	return false;
}

/* ---- what callers have opened ---- */

/* The function of the library that a caller has called there, or to have the thread created;
 * 0: no such. */
static func_id called_by_caller(const struct races *r, const struct instance *x)
{
	struct step way[MAX_FRAMES];
	thread_id id = x->thread;
	uint32_t n = threads_steps(r->t, &x->point, way, MAX_FRAMES);
	while (thread_at(r->t, id)->origin == ORIGIN_FORK) {
		n = threads_creation_steps(r->t, thread_at(r->t, id), way, MAX_FRAMES);
		id = thread_at(r->t, id)->creator;
	}
	return n && thread_at(r->t, id)->origin == ORIGIN_ENTRY ? way[0].func : 0;
}

/* The tag of the struct that the type points to, maybe by another pointer; 0: none. */
static str_id pointed_tag(const struct program *p, type_id t, bool may_be_constant)
{
	for (uint32_t deep = 0; deep < 2; deep++) {
		type_id to = type_target(p, t);
		bool constant = p->types.at[to].kind == TYPE_ALIAS &&
				p->types.at[to].flags & TYPE_CONST;
		const struct ir_type *x = &p->types.at[type_strip(p, to)];
		if (x->kind == TYPE_STRUCT)
			return constant && !may_be_constant ? 0 : x->name;
		t = to;
	}
	return 0;
}

static bool is_given(const struct program *p, func_id f, str_id tag, bool may_be_constant)
{
	const struct ir_func *fn = &p->funcs.at[f];
	for (uint32_t i = 0; tag && i < fn->param_count; i++)
		if (pointed_tag(p, p->params.at[fn->param_first + i].type, may_be_constant) == tag)
			return true;
	return false;
}

/* Does one open what the other one is given? */
static bool opens_for(const struct program *p, func_id open, func_id use)
{
	const struct ir_func *fn = &p->funcs.at[open];
	if (!open || !use)
		return false;
	if (is_given(p, use, pointed_tag(p, fn->result_type, true), true))
		return true;
	for (uint32_t i = 0; i < fn->param_count; i++)
		if (is_given(p, use,
			     pointed_tag(p, p->params.at[fn->param_first + i].type, false), true))
			return true;
	return false;
}

void ask_for_beginning(struct races *r, const struct location *l)
{
	const struct found *best = &r->found.at[l->found_first];
	const struct instance *a = &r->instances.at[best->a], *b = &r->instances.at[best->b];
	path_id x = once_of(r, a, MODE_EXCLUSIVE, 0), y = once_of(r, b, MODE_EXCLUSIVE, 0);
	r->begun_by = 0;
	if (best->confidence != CONFIDENCE_LOW && !x != !y && !is_asked_for(r, l, x ? x : y))
		r->begun_by = x ? x : y;
}

bool is_begun_before(const struct races *r, const struct instance *a, const struct instance *b)
{
	if (!r->begun_by || !once_of(r, a, MODE_EXCLUSIVE, r->begun_by) ||
	    once_of(r, b, MODE_EXCLUSIVE, r->begun_by))
		return false;
	return opens_for(r->p, called_by_caller(r, a), called_by_caller(r, b));
}
