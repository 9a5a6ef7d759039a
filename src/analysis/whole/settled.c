/* SPDX-License-Identifier: MIT */
#include "analysis/whole/settled.h"

#include <stdlib.h>
#include <string.h>

#include "ir/address.h"
#include "ir/names.h"

enum { MAX_BYTES = 8, SEVERAL = 0x100 /* not a byte */ };

struct settled {
	const struct program *p;
	bool *open;         /* [symbol] its address is taken, or it is none of ours */
	struct map initial; /* symbol, byte -> 1 + what it begins with, unless that is
			       zero */
	struct map stored;  /* symbol, byte -> 1 + what is stored there; 1 + SEVERAL */
};

/* Bytes of a variable; of an array, those of any element. */
struct place {
	sym_id sym; /* 0: none */
	uint32_t at;
};

/* ---- what runs ---- */

static void come_to(bool *live, func_id f, func_id *work, uint32_t *n)
{
	if (f && !live[f]) {
		live[f] = true;
		work[(*n)++] = f;
	}
}

static bool is_root(const struct program *p, const struct ir_symbol *s)
{
	bool replaced = s->linkage != LINK_INTERNAL && s->linkage != LINK_EXTERNAL;
	return replaced || s->flags & (SYMF_ADDRESS_TAKEN | SYMF_INTERRUPT) ||
	       strcmp(ir_str(p, s->name), "main") == 0;
}

/* What main, or somebody who has its address, may come to. */
static bool *find_live(const struct summarize_input *in)
{
	const struct program *p = in->program;
	const struct callgraph *g = in->callgraph;
	bool *live = xcalloc(p->funcs.n + 1u, sizeof(*live));
	func_id *work = xcalloc(p->funcs.n + 1u, sizeof(*work));
	uint32_t n = 0;
	for (func_id f = 1; f < p->funcs.n; f++)
		if (is_root(p, &p->symbols.at[p->funcs.at[f].sym]))
			come_to(live, f, work, &n);
	while (n) {
		func_id f = work[--n];
		for (uint32_t e = g->edge_at[f]; e < g->edge_at[f + 1]; e++)
			come_to(live, g->edges[e].callee, work, &n);
	}
	free(work);
	return live;
}

/* ---- places ---- */

/* The size of the elements that the variable is an array of; 0: it is none. */
static uint64_t element_size(const struct program *p, sym_id s)
{
	const struct ir_type *t = &p->types.at[type_strip(p, p->symbols.at[s].type)];
	return t->kind == TYPE_ARRAY ? p->types.at[type_strip(p, t->target)].size : 0;
}

/* The address taken apart: the variable, and the byte; where it is another element each
 * time, of whichever. 'at' UINT32_MAX: somewhere in it. */
static struct place place_of(const struct program *p, const struct ir_func *f, ir_val v)
{
	int64_t bytes = 0;
	bool indexed = false, odd = false;
	struct place out = {0};
	for (uint32_t depth = 0; depth < 16 && ir_val_tag(v) == VAL_INST; depth++) {
		const struct ir_inst *i = ir_inst_at(p, f, ir_val_index(v));
		if (i->op != OP_OFFSET && i->op != OP_INDEX)
			return out;
		bytes += i->op == OP_OFFSET ? i->imm : 0;
		if (i->op == OP_INDEX) {
			int64_t k;
			bool constant =
				ir_val_int(p, i->b, &k) && llabs(k) < INT32_MAX / 64;
			bytes += constant ? k * i->imm : 0;
			odd |= !constant && indexed;
			indexed |= !constant;
			out.at = constant ? out.at : (uint32_t)i->imm;
		}
		v = i->a;
	}
	uint32_t stride = out.at;
	if (ir_val_tag(v) != VAL_CONST)
		return (struct place){0};
	out.sym = p->consts.at[ir_val_index(v)].sym;
	bytes += p->consts.at[ir_val_index(v)].value;
	uint64_t element = out.sym ? element_size(p, out.sym) : 0;
	odd |= indexed && (!element || stride % element);
	out.at = odd || bytes < 0 || (uint64_t)bytes >= p->symbols.at[out.sym].size
			 ? UINT32_MAX
		 : element ? (uint32_t)((uint64_t)bytes % element)
			   : (uint32_t)bytes;
	return out;
}

static void note_byte(struct map *bytes, sym_id sym, uint32_t at, uint32_t value)
{
	uint64_t key = map_key2(sym, at);
	uint32_t had = map_get(bytes, key, 0);
	map_put(bytes, key, !had || had == value + 1 ? value + 1 : SEVERAL + 1);
}

/* ---- uses ---- */

static void note_taken(struct settled *s, const struct ir_func *f, ir_val v)
{
	int64_t bytes = 0;
	v = ir_base_of(s->p, f, v, BASE_CASTS | BASE_INDICES, &bytes);
	if (ir_val_tag(v) == VAL_CONST)
		s->open[s->p->consts.at[ir_val_index(v)].sym] = true;
}

static void note_store(struct settled *s, const struct ir_func *f,
		       const struct ir_inst *i)
{
	struct place at = place_of(s->p, f, i->a);
	int64_t k;
	bool known = ir_val_int(s->p, i->b, &k) && i->size <= MAX_BYTES &&
		     !(i->flags & INSTF_BITFIELD);
	note_taken(s, f, i->b);
	if (!at.sym || at.at == UINT32_MAX || !i->size || i->size > MAX_BYTES) {
		note_taken(s, f, i->a);
		return;
	}
	for (uint32_t b = 0; b < i->size; b++)
		note_byte(&s->stored, at.sym, at.at + b,
			  known ? (uint32_t)((uint64_t)k >> 8 * b & 0xff) : SEVERAL);
}

static void note_inst(struct settled *s, const struct ir_func *f, const struct ir_inst *i)
{
	const ir_val *args = s->p->operands.at + i->args;
	switch (i->op) {
	case OP_LOAD:
	case OP_OFFSET:
	case OP_INDEX:
	case OP_JUMP:
	case OP_GOTO:
		return; /* of an index, what it is used for */
	case OP_STORE:
		note_store(s, f, i);
		return;
	case OP_BRANCH:
		note_taken(s, f, i->a);
		return;
	case OP_SWITCH:
		return;
	default:
		note_taken(s, f, i->a);
		note_taken(s, f, i->b);
		note_taken(s, f, i->c);
	}
	for (uint32_t k = i->op == OP_PHI; k < i->arg_count; k += 1 + (i->op == OP_PHI))
		note_taken(s, f, args[k]);
}

/* What a variable begins with: zero, but for what its initial value says. */
static void note_initial(struct settled *s, sym_id sym)
{
	const struct program *p = s->p;
	const struct ir_symbol *y = &p->symbols.at[sym];
	uint64_t element = element_size(p, sym);
	for (uint32_t i = 0; i < y->init_count; i++) {
		const struct ir_init *x = &p->inits.at[y->init + i];
		const struct ir_const *c = &p->consts.at[x->value];
		if (c->sym)
			s->open[c->sym] = true;
		for (uint32_t b = 0; b < x->size; b++) {
			uint64_t at = element ? (x->offset + b) % element : x->offset + b;
			bool known = !c->sym && b < MAX_BYTES && !element;
			note_byte(&s->initial, sym, (uint32_t)at,
				  known ? (uint32_t)((uint64_t)c->value >> 8 * b & 0xff)
					: SEVERAL);
		}
	}
}

static bool is_ours(const struct ir_symbol *y)
{
	return y->kind == SYM_VARIABLE && y->flags & SYMF_DEFINED && !y->section &&
	       !y->target &&
	       !(y->flags & (SYMF_CONST | SYMF_STRING | SYMF_OUTSIDE | SYMF_STATE |
			     SYMF_STATE_KEPT | SYMF_CALLERS)) &&
	       y->linkage == LINK_INTERNAL && y->size < UINT32_MAX;
}

struct settled *settled_find(const struct summarize_input *in)
{
	const struct program *p = in->program;
	sym_id main_symbol = ir_find_symbol(p, "main");
	if (in->entered || !main_symbol ||
	    !p->symbols.at[ir_resolve_alias(p, main_symbol)].func)
		return NULL; /* others call what the user has named, or anything */
	struct settled *s = xcalloc(1, sizeof(*s));
	bool *live = find_live(in);
	s->p = p;
	s->open = xcalloc(p->symbols.n + 1u, sizeof(*s->open));
	for (sym_id y = 1; y < p->symbols.n; y++) {
		s->open[y] |= !is_ours(&p->symbols.at[y]);
		if (p->symbols.at[y].target)
			s->open[p->symbols.at[y].target] = true;
		note_initial(s, y);
	}
	for (func_id f = 1; f < p->funcs.n; f++) {
		const struct ir_func *fn = &p->funcs.at[f];
		for (uint32_t n = 0; live[f] && n < fn->inst_count; n++)
			note_inst(s, fn, ir_inst_at(p, fn, n));
	}
	free(live);
	return s;
}

bool settled_value(const struct settled *s, func_id f, uint32_t load, int64_t *value)
{
	const struct program *p = s ? s->p : NULL;
	const struct ir_func *fn = s ? &p->funcs.at[f] : NULL;
	const struct ir_inst *i = s ? ir_inst_at(p, fn, load) : NULL;
	uint64_t k = 0;
	if (!s || i->flags & (INSTF_VOLATILE | INSTF_BITFIELD) || !i->size ||
	    i->size > MAX_BYTES)
		return false;
	struct place at = place_of(p, fn, i->a);
	if (!at.sym || at.at == UINT32_MAX || s->open[at.sym])
		return false;
	for (uint32_t b = 0; b < i->size; b++) {
		uint64_t key = map_key2(at.sym, at.at + b);
		uint32_t initial = map_get(&s->initial, key, 1);
		if (initial == SEVERAL + 1 ||
		    map_get(&s->stored, key, initial) != initial)
			return false;
		k |= (uint64_t)(initial - 1) << 8 * b;
	}
	uint32_t unused = 64 - 8 * i->size;
	*value = (int64_t)(k << unused) >> unused;
	return true;
}

void settled_free(struct settled *s)
{
	if (!s)
		return;
	map_free(&s->initial);
	map_free(&s->stored);
	free(s->open);
	free(s);
}
