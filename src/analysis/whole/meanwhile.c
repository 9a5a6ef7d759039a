/* SPDX-License-Identifier: MIT */
/*
 * What main does once there is somebody else. Until the first thread is created, the first
 * handler or callback given away, main is alone: what it writes then, and nobody writes later,
 * is a constant for all that comes after (the number of workers, options).
 *
 *	main: parse_options(); for (each file) work(file);     work: create, ..., join
 *
 * In a function that main comes to alone, what lies behind a call that creates is late; all
 * of what is called there is. A function that main calls alone is looked at likewise, for what it
 * creates, and for memory that it gives to functions which are not known: they may write it any
 * time. Whether threads have been joined again is not asked.
 */
#include "analysis/whole/meanwhile.h"

#include <stdlib.h>

#include "ir/edges.h"

enum { NOT_SEEN, PART, WHOLE };

struct walk {
	const struct summarize_input *in;
	struct meanwhile *out;
	uint8_t *seen; /* [function] */
	VEC(func_id) parts, wholes; /* to be looked at */
	struct arena scratch;
};

static void come_to(struct walk *k, func_id f, bool late)
{
	uint8_t how = late ? WHOLE : PART;
	if (k->seen[f] >= how)
		return;
	k->seen[f] = how;
	if (late)
		vec_push(&k->wholes, f);
	else
		vec_push(&k->parts, f);
}

static bool is_call(const struct call_edge *e)
{
	return e->kind != EDGE_CREATE && e->kind != EDGE_LATER;
}

/* Goes to who is called there; is somebody else there, once it is done? */
static bool follow_call(struct walk *k, func_id f, uint32_t inst, bool late)
{
	const struct callgraph *g = k->in->callgraph;
	uint32_t n;
	const struct call_edge *e = callgraph_at(g, f, inst, &n);
	bool then = late;
	for (uint32_t i = 0; i < n; i++) {
		bool creates = !is_call(&e[i]) || g->creates[e[i].callee];
		if (is_call(&e[i]))
			come_to(k, e[i].callee, late);
		then |= creates;
	}
	return then;
}

/* A function that is not known may keep what it is given. */
static bool may_keep(const struct walk *k, func_id f, uint32_t inst)
{
	uint32_t n;
	bool complete;
	const sym_id *t = pointers_callees(k->in->pointers, f, inst, &n, &complete);
	for (uint32_t i = 0; i < n; i++)
		if (!k->in->program->symbols.at[t[i]].func &&
		    !pointers_model(k->in->pointers, t[i]))
			return true;
	return false;
}

static bool may_write(const struct ir_inst *i)
{
	return i->op == OP_STORE || i->op == OP_RMW || i->op == OP_CMPXCHG || i->op == OP_COPY ||
	       i->op == OP_SET || i->op == OP_CALL || i->op == OP_ASM;
}

/* Returns whether it is late at the end of the block. A call that creates is late itself:
 * it may write the id when the thread runs already. */
static bool walk_block(struct walk *k, func_id f, uint32_t block, bool late, bool note)
{
	const struct program *p = k->in->program;
	const struct ir_func *fn = &p->funcs.at[f];
	const struct ir_block *b = ir_block_at(p, fn, block);
	for (uint32_t n = b->inst_first; n < b->inst_first + b->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(p, fn, n);
		if (i->op == OP_CALL)
			late = follow_call(k, f, n, late);
		if (note && may_write(i) && (late || (i->op == OP_CALL && may_keep(k, f, n))))
			vec_push(&k->out->parts, ((struct late_inst){f, n}));
	}
	return late;
}

/* Blocks to which control may come behind a creation, from those that create. */
static void walk_part(struct walk *k, func_id f)
{
	const struct ir_func *fn = &k->in->program->funcs.at[f];
	bool *late = ARENA_ARRAY(&k->scratch, bool, fn->block_count + 1u);
	uint32_t *left = ARENA_ARRAY(&k->scratch, uint32_t, 2u * fn->block_count + 1u);
	struct ir_ways next;
	uint32_t n = 0;
	ir_edges_next(&next, &k->scratch, k->in->program, fn);
	for (uint32_t b = 0; b < fn->block_count; b++)
		if (walk_block(k, f, b, false, false))
			left[n++] = b;
	while (n) {
		uint32_t b = left[--n];
		for (uint32_t i = next.at[b]; i < next.at[b + 1]; i++) {
			uint32_t to = next.to[i];
			if (late[to])
				continue;
			late[to] = true;
			left[n++] = to;
		}
	}
	for (uint32_t b = 0; b < fn->block_count; b++)
		walk_block(k, f, b, late[b], true);
	arena_reset(&k->scratch);
}

static void walk_whole(struct walk *k, func_id f)
{
	const struct callgraph *g = k->in->callgraph;
	vec_push(&k->out->whole, f);
	for (uint32_t e = g->edge_at[f]; e < g->edge_at[f + 1]; e++)
		if (is_call(&g->edges[e]))
			come_to(k, g->edges[e].callee, true);
}

void meanwhile_find(const struct summarize_input *in, struct meanwhile *out)
{
	const struct program *p = in->program;
	func_id start = p->symbols.at[ir_resolve_alias(p, ir_find_symbol(p, "main"))].func;
	struct walk k = {.in = in, .out = out};
	*out = (struct meanwhile){.unknown = !start || in->entered};
	if (out->unknown)
		return;
	k.seen = xcalloc(in->callgraph->func_count + 1u, 1);
	come_to(&k, start, false);
	while (k.parts.n || k.wholes.n) {
		if (k.wholes.n)
			walk_whole(&k, k.wholes.at[--k.wholes.n]);
		else
			walk_part(&k, k.parts.at[--k.parts.n]);
	}
	vec_free(&k.parts);
	vec_free(&k.wholes);
	arena_release(&k.scratch);
	free(k.seen);
}

void meanwhile_free(struct meanwhile *m)
{
	vec_free(&m->whole);
	vec_free(&m->parts);
}
