/* SPDX-License-Identifier: MIT */
/*
 * Calls through an entry of a table that is passed on: 'if (e->locked) lock(); run(e);', and run
 * does 'e->handler()'. What run calls depends on what its caller knows of the entry. So a summary
 * lists the calls through pointers that were read from what the callers pass, made by the function
 * or further down, and each call record says which of these cannot be from there; the contexts
 * follow that (thread/moves.c).
 */
#include "analysis/calls/pointed.h"

#include "analysis/builder.h"
#include "analysis/calls/bind.h"
#include "analysis/calls/entry.h"

enum { MAX_POINTED = 256 };

static bool may_be_ruled_out(struct frame *fr, path_id pointer)
{
	return pointer && path_is_open(&fr->paths, pointer) &&
	       path_at(&fr->paths, pointer)->kind == PATH_LOAD && entry_is_known(fr, pointer);
}

static bool is_same(const struct pointed *x, const struct pointed *y)
{
	return x->inst == y->inst && x->callee == y->callee && x->below == y->below;
}

static uint64_t key_of(const struct pointed *x)
{
	return hash_combine(map_key2(x->inst, x->callee), x->below) & INT64_MAX;
}

/* In one state at least there is nothing that callers could say, or no room for it. */
static void never(struct builder *b, const struct pointed *x)
{
	map_put(&b->not_ruled_out, key_of(x), 1);
	for (uint32_t i = 0; i < b->pointed.n; i++)
		if (is_same(&b->pointed.at[i], x))
			b->pointed.at[i].pointer = 0;
}

static void add(struct frame *fr, struct pointed x)
{
	struct builder *b = fr->builder;
	bool known = map_get(&b->not_ruled_out, key_of(&x), 0);
	for (uint32_t i = 0; i < b->pointed.n && !known; i++)
		known = is_same(&b->pointed.at[i], &x) && b->pointed.at[i].pointer == x.pointer;
	if (known)
		return;
	if (may_be_ruled_out(fr, x.pointer) && b->pointed.n < MAX_POINTED)
		vec_push(&b->pointed, x);
	else
		never(b, &x);
}

void pointed_note(struct frame *fr, uint32_t inst, func_id callee)
{
	if (fr->called)
		add(fr, (struct pointed){.inst = inst, .callee = callee, .pointer = fr->called,
					 .target = fr->p->funcs.at[callee].sym});
}

uint32_t pointed_rule_out(struct frame *fr, struct state *s, uint32_t inst,
			  const struct summary *c, const path_id *args, uint32_t n, uint32_t *out)
{
	struct binding b = {.fr = fr, .s = s, .inst = inst, .callee = c, .args = args,
			    .arg_count = n};
	uint32_t count = 0;
	if (c->pointed.n)
		bind_begin(&b);
	for (uint32_t i = 0; i < c->pointed.n; i++) {
		const struct pointed *x = &c->pointed.at[i];
		path_id pointer = bind_path(&b, x->pointer);
		if (pointer && !entry_may_name(fr, s, pointer, x->target))
			out[count++] = i;
		else
			add(fr, (struct pointed){inst, c->func, i + 1, pointer, x->target});
	}
	return count;
}
