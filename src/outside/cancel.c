/* SPDX-License-Identifier: MIT */
/*
 * Handlers of pthread_cleanup_push run when their thread is cancelled, or ends itself,
 * between the push and the pop. The system's header writes that as a call that returns
 * twice, like setjmp, and a branch to the handler: but the second time control comes from
 * where the thread was cancelled, with what it holds and knows there, not from the push.
 * So the branch at the push goes, and the handler gets an edge from each place in between
 * where the thread may be cancelled:
 *
 * - a call of a function that a row calls a cancellation point: behind it, as who is
 * cancelled while he waits for a condition holds its mutex again; in front of one that
 * never returns;
 * - a call of a function of the program in which there is such a call, and of one that is
 * not known: in front of it and behind it, as we do not look inside.
 *
 * Of pushes inside of each other the innermost is taken; what its handler ends with goes
 * on to the next one.
 */
#include "outside/internal.h"

#include "ir/edges.h"

enum cancels { NOT_ASKED, NEVER, POINT, INSIDE };

/* Between a push and its pop. */
struct region {
	ir_val buffer;
	uint32_t handler; /* block */
	uint32_t twice;   /* the call that returns there the second time */
	uint32_t branch;  /* instruction that goes there the second time, or on */
	uint32_t begin;   /* the call after which a handler is called */
	uint32_t size;    /* instructions */
	bool *has;        /* [instruction] */
};

struct cut {
	uint32_t at; /* the edge is in front of this instruction */
	uint32_t region;
};

struct canceller {
	struct program *p;
	const struct models *m;
	uint8_t *cancels; /* [symbol] enum cancels */
	func_id func;
	VEC(struct region) regions;
	VEC(struct cut) cuts;
};

static const struct ir_func *func_of(const struct canceller *c)
{
	return &c->p->funcs.at[c->func];
}

static struct ir_inst *inst_of(const struct canceller *c, uint32_t i)
{
	return ir_inst_at(c->p, func_of(c), i);
}

/* Does a row say so of the function that is called there? */
static bool is_called(const struct canceller *c, const struct ir_inst *i, uint32_t flag)
{
	sym_id s = i->op == OP_CALL ? ir_val_symbol(c->p, i->a) : 0;
	const struct name_pattern *row =
		s && !c->p->symbols.at[s].func
			? models_about(c->m, ir_str(c->p, c->p->symbols.at[s].name))
			: NULL;
	return row && row->flags & flag;
}

/* ---- who may be cancelled ---- */

static enum cancels cancels_of(struct canceller *c, sym_id s);

static bool is_cancelled_inside(struct canceller *c, func_id f)
{
	for (uint32_t i = 0; i < c->p->funcs.at[f].inst_count; i++) {
		const struct ir_inst *x = ir_inst_at(c->p, &c->p->funcs.at[f], i);
		if (x->op == OP_CALL && cancels_of(c, ir_val_symbol(c->p, x->a)) != NEVER)
			return true;
	}
	return false;
}

/* A call of s; 0: through a pointer. */
static enum cancels cancels_of(struct canceller *c, sym_id s)
{
	const struct ir_symbol *y = &c->p->symbols.at[s];
	if (!s)
		return INSIDE;
	if (c->cancels[s] == NOT_ASKED) {
		const char *name = ir_str(c->p, y->name);
		const struct name_pattern *row = models_about(c->m, name);
		c->cancels[s] = NEVER; /* as long as it is asked: a recursion */
		if (y->func)
			c->cancels[s] = is_cancelled_inside(c, y->func) ? INSIDE : NEVER;
		else if (row && row->flags & MODELF_CANCELLED)
			c->cancels[s] = POINT;
		else if (!models_find(c->m, name))
			c->cancels[s] = INSIDE;
	}
	return (enum cancels)c->cancels[s];
}

/* ---- pushes and pops ---- */

/* Marks what may come after instruction 'from', up to what ends the region, if it is one.
 */
static uint32_t mark_after(struct canceller *c, uint32_t from, ir_val buffer, bool *has)
{
	VEC(uint32_t) next = {0};
	uint32_t targets[64], size = 0;
	vec_push(&next, from);
	while (next.n) {
		uint32_t i = vec_pop(&next), b = ir_block_of(c->p, func_of(c), i);
		for (;; i++) {
			const struct ir_inst *x = inst_of(c, i);
			if (has[i] ||
			    (buffer && is_called(c, x, MODELF_CLEANUP_ENDS) &&
			     x->arg_count && c->p->operands.at[x->args] == buffer))
				break;
			has[i] = true;
			size++;
			if (x != ir_terminator(c->p, func_of(c), b))
				continue;
			uint32_t n = ir_successors(c->p, func_of(c), b, targets, 64);
			for (uint32_t k = 0; k < n && k < 64; k++)
				vec_push(&next, ir_block_at(c->p, func_of(c), targets[k])
							->inst_first);
			break;
		}
	}
	vec_free(&next);
	return size;
}

static bool comes_to(struct canceller *c, uint32_t block, uint32_t inst)
{
	bool *has = xcalloc(func_of(c)->inst_count, sizeof(*has));
	mark_after(c, ir_block_at(c->p, func_of(c), block)->inst_first, 0, has);
	bool comes = has[inst];
	free(has);
	return comes;
}

/* The branch at the call that returns twice: one way leads to where the handler is put on
 * the list, the other is the handler. */
static bool find_handler(struct canceller *c, struct region *r)
{
	for (uint32_t i = 0; i < func_of(c)->inst_count; i++) {
		const struct ir_inst *x = inst_of(c, i);
		if (x->op != OP_CALL || !(x->flags & INSTF_TWICE) || !x->arg_count ||
		    c->p->operands.at[x->args] != r->buffer)
			continue;
		uint32_t b = ir_block_of(c->p, func_of(c), i);
		const struct ir_block *k = ir_block_at(c->p, func_of(c), b);
		r->twice = i;
		r->branch = k->inst_first + k->inst_count - 1;
		x = inst_of(c, r->branch);
		if (x->op != OP_BRANCH)
			continue;
		bool first = comes_to(c, x->b, r->begin),
		     second = comes_to(c, x->c, r->begin);
		r->handler = first ? x->c : x->b;
		uint32_t to = ir_block_at(c->p, func_of(c), r->handler)->inst_first;
		if (first != second && inst_of(c, to)->op != OP_PHI)
			return true;
	}
	return false;
}

static void find_regions(struct canceller *c)
{
	for (uint32_t i = 0; i < func_of(c)->inst_count; i++) {
		const struct ir_inst *x = inst_of(c, i);
		if (!is_called(c, x, MODELF_CLEANUP_BEGINS) || !x->arg_count)
			continue;
		struct region r = {.buffer = c->p->operands.at[x->args], .begin = i};
		if (!find_handler(c, &r))
			continue;
		r.has = xcalloc(func_of(c)->inst_count, sizeof(*r.has));
		r.size = mark_after(c, i + 1, r.buffer, r.has);
		vec_push(&c->regions, r);
	}
}

/* ---- edges ---- */

static void add_cuts(struct canceller *c, uint32_t inst)
{
	const struct ir_inst *x = inst_of(c, inst);
	const struct region *at = c->regions.at, *best = NULL;
	for (uint32_t k = 0; k < c->regions.n; k++)
		if (at[k].has[inst] && (!best || at[k].size < best->size))
			best = &at[k];
	if (!best || x->op != OP_CALL)
		return;
	enum cancels how = cancels_of(c, ir_val_symbol(c->p, x->a));
	uint32_t region = (uint32_t)(best - at);
	bool returns = !(x->flags & INSTF_NORETURN);
	if (how == INSIDE || (how == POINT && !returns))
		vec_push(&c->cuts, ((struct cut){inst, region}));
	if (how != NEVER && returns)
		vec_push(&c->cuts, ((struct cut){inst + 1, region}));
}

/* From the last to the first: then the others stay where they are. */
static void add_edges(struct canceller *c)
{
	for (uint32_t k = c->cuts.n; k-- > 0;) {
		struct region *at = c->regions.at;
		uint32_t block = ir_block_of(c->p, func_of(c), c->cuts.at[k].at);
		split_block(c->p, c->func, c->cuts.at[k].at,
			    at[c->cuts.at[k].region].handler);
		for (uint32_t i = 0; i < c->regions.n; i++)
			at[i].handler += at[i].handler > block;
	}
}

static void leave_push(struct canceller *c, const struct region *r)
{
	struct ir_inst *x = inst_of(c, r->branch);
	uint32_t on = x->b == r->handler ? x->c : x->b;
	*x = (struct ir_inst){.op = OP_JUMP, .imm = on, .loc = x->loc};
	inst_of(c, r->twice)->flags &= (uint8_t)~INSTF_TWICE;
}

static void look_at(struct canceller *c, func_id f)
{
	c->func = f;
	find_regions(c);
	for (uint32_t i = 0; i < func_of(c)->inst_count && c->regions.n; i++)
		add_cuts(c, i);
	for (uint32_t i = 0; i < c->regions.n; i++)
		leave_push(c, &c->regions.at[i]);
	add_edges(c);
	for (uint32_t i = 0; i < c->regions.n; i++)
		free(c->regions.at[i].has);
	vec_clear(&c->regions);
	vec_clear(&c->cuts);
}

/* Is there any such call in the program? */
static bool are_there_handlers(const struct program *p, const struct models *m)
{
	for (sym_id s = 1; s < p->symbols.n; s++) {
		const struct ir_symbol *y = &p->symbols.at[s];
		const struct name_pattern *row =
			y->kind == SYM_FUNCTION && !y->func
				? models_about(m, ir_str(p, y->name))
				: NULL;
		if (row && row->flags & MODELF_CLEANUP_BEGINS)
			return true;
	}
	return false;
}

void move_cleanup_handlers(struct program *p, const struct models *m)
{
	struct canceller c = {.p = p, .m = m};
	if (!are_there_handlers(p, m))
		return;
	c.cancels = xcalloc(p->symbols.n, sizeof(*c.cancels));
	for (func_id f = 1; f < p->funcs.n; f++)
		look_at(&c, f);
	free(c.cancels);
	vec_free(&c.regions);
	vec_free(&c.cuts);
}
