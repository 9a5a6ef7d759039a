/* SPDX-License-Identifier: MIT */
/*
 * Objects that are made on first use: 'if (!pool) pool = malloc(...)'. There is one, however often
 * the function is called, if nobody puts null back but who frees it: else one may be taken, and
 * the next one made.
 */
#include "pointer/internal.h"

#include "ir/address.h"
#include "ir/edges.h"

enum { MAX_UP = 6 };

struct made {
	const_id variable; /* that it is kept in */
	obj_id obj;
	bool put_back;
};

struct lazy {
	struct pointers *pt;
	const struct program *p;
	VEC(struct made) made;
	struct arena scratch;
};

/* A variable, or a member of one, that all threads share. */
static const_id shared_variable(const struct lazy *z, ir_val address)
{
	sym_id s = ir_val_tag(address) == VAL_CONST
			   ? z->p->consts.at[ir_val_index(address)].sym
			   : 0;
	if (!s || z->p->symbols.at[s].kind != SYM_VARIABLE ||
	    z->p->symbols.at[s].flags & SYMF_THREAD_LOCAL)
		return 0;
	return ir_val_index(address);
}

static bool is_same(const struct lazy *z, const_id a, const_id b)
{
	const struct ir_const *x = &z->p->consts.at[a], *y = &z->p->consts.at[b];
	return x->sym == y->sym && x->value == y->value;
}

static bool is_load_of(const struct lazy *z, const struct ir_func *f, ir_val v, const_id variable)
{
	v = ir_without_casts(z->p, f, v);
	if (ir_val_tag(v) != VAL_INST)
		return false;
	const struct ir_inst *i = ir_inst_at(z->p, f, ir_val_index(v));
	const_id c = i->op == OP_LOAD ? shared_variable(z, i->a) : 0;
	return c && is_same(z, c, variable);
}

/* Does the block go on to that one only if it has found null there? */
static bool finds_null(const struct lazy *z, const struct ir_func *f, uint32_t block, uint32_t to,
		       const_id variable)
{
	const struct ir_inst *t = ir_terminator(z->p, f, block);
	int64_t k;
	if (t->op != OP_BRANCH || t->b == t->c || ir_val_tag(t->a) != VAL_INST)
		return false;
	const struct ir_inst *c = ir_inst_at(z->p, f, ir_val_index(t->a));
	if (c->op != OP_COMPARE || (c->sub != CMP_EQ && c->sub != CMP_NE) ||
	    !ir_val_int(z->p, c->b, &k) || k || !is_load_of(z, f, c->a, variable))
		return false;
	return to == (c->sub == CMP_EQ ? t->b : t->c);
}

/* On the only way to the instruction. */
static bool is_behind_null(struct lazy *z, const struct ir_func *f, uint32_t inst,
			   const_id variable)
{
	struct ir_edges e;
	bool found = false;
	uint32_t b = ir_block_of(z->p, f, inst);
	arena_reset(&z->scratch);
	ir_edges_make(&e, &z->scratch, z->p, f);
	for (int up = 0; up < MAX_UP && !found; up++) {
		if (e.before.at[b + 1] - e.before.at[b] != 1)
			break;
		uint32_t from = e.before.to[e.before.at[b]];
		found = finds_null(z, f, from, b, variable);
		b = from;
	}
	return found;
}

/* variable = malloc(...) */
static void find_made(struct lazy *z, func_id func, const struct ir_inst *store)
{
	const struct ir_func *f = &z->p->funcs.at[func];
	const_id variable = shared_variable(z, store->a);
	ir_val v = ir_without_casts(z->p, f, store->b);
	if (!variable || ir_val_tag(v) != VAL_INST ||
	    ir_inst_at(z->p, f, ir_val_index(v))->op != OP_CALL)
		return;
	obj_id obj = pointers_object_at(z->pt, func, ir_val_index(v));
	if (obj && z->pt->objects.at[obj].kind == OBJ_HEAP &&
	    is_behind_null(z, f, ir_val_index(v), variable))
		vec_push(&z->made, ((struct made){variable, obj, false}));
}

static bool frees(const struct lazy *z, const struct ir_func *f)
{
	for (uint32_t n = 0; n < f->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(z->p, f, n);
		sym_id s = i->op == OP_CALL ? ir_val_symbol(z->p, i->a) : 0;
		if (s && z->pt->models[s] && model_effect(z->pt->models[s], EFFECT_FREE))
			return true;
	}
	return false;
}

static void find_put_back(struct lazy *z, const struct ir_func *f, const struct ir_inst *store)
{
	const_id variable = shared_variable(z, store->a);
	int64_t k;
	if (!variable || !ir_val_int(z->p, store->b, &k) || k)
		return;
	for (uint32_t i = 0; i < z->made.n; i++)
		if (is_same(z, z->made.at[i].variable, variable) && !frees(z, f))
			z->made.at[i].put_back = true;
}

void lazy_find(struct pointers *pt)
{
	struct lazy z = {.pt = pt, .p = pt->p};
	for (int look = 0; look < 2 && (!look || z.made.n); look++) {
		for (func_id f = 1; f < pt->p->funcs.n; f++) {
			const struct ir_func *fn = &pt->p->funcs.at[f];
			for (uint32_t n = 0; n < fn->inst_count; n++) {
				const struct ir_inst *i = ir_inst_at(pt->p, fn, n);
				if (i->op != OP_STORE || i->size != pt->pointer_size)
					continue;
				if (look)
					find_put_back(&z, fn, i);
				else
					find_made(&z, f, i);
			}
		}
	}
	for (uint32_t i = 0; i < z.made.n; i++)
		pt->objects.at[z.made.at[i].obj].lazy = !z.made.at[i].put_back;
	vec_free(&z.made);
	arena_release(&z.scratch);
}
