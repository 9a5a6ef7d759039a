/* SPDX-License-Identifier: MIT */
/*
 * Building a program and asking it simple questions.
 *
 * Constants and source positions are interned: the maps go from a 63-bit hash
 * of the content to an id, and two contents with one hash sit at neighbouring
 * keys, so that the arrays stay the only copy of the content.
 */
#include "ir/ir.h"

#include <string.h>

void program_init(struct program *p)
{
	*p = (struct program){0};
	intern_str(&p->strings, "");
	vec_push(&p->files, 0);
	vec_push(&p->locs, (struct ir_loc){0});
	vec_push(&p->types, (struct ir_type){0});
	vec_push(&p->symbols, (struct ir_symbol){0});
	vec_push(&p->consts, (struct ir_const){0});
	vec_push(&p->funcs, (struct ir_func){0});
	vec_push(&p->units, (struct ir_unit){0});
	/* An empty range in one of these is still a pointer into an array. */
	vec_reserve(&p->members, 1);
	vec_reserve(&p->inits, 1);
	vec_reserve(&p->blocks, 1);
	vec_reserve(&p->insts, 1);
	vec_reserve(&p->operands, 1);
	vec_reserve(&p->params, 1);
	vec_reserve(&p->vars, 1);
}

void program_free(struct program *p)
{
	intern_free(&p->strings);
	vec_free(&p->files);
	vec_free(&p->locs);
	vec_free(&p->types);
	vec_free(&p->members);
	vec_free(&p->symbols);
	vec_free(&p->inits);
	vec_free(&p->consts);
	vec_free(&p->funcs);
	vec_free(&p->blocks);
	vec_free(&p->insts);
	vec_free(&p->operands);
	vec_free(&p->params);
	vec_free(&p->vars);
	vec_free(&p->units);
	map_free(&p->const_ids);
	map_free(&p->loc_ids);
	map_free(&p->file_ids);
	map_free(&p->symbol_ids);
	*p = (struct program){0};
}

str_id program_str(struct program *p, const char *s)
{
	return intern_str(&p->strings, s);
}

file_id program_file(struct program *p, const char *path)
{
	str_id name = intern_str(&p->strings, path);
	file_id id = map_get(&p->file_ids, name, 0);
	if (id)
		return id;
	id = p->files.n;
	vec_push(&p->files, name);
	map_put(&p->file_ids, name, id);
	return id;
}

/* The top bit stays clear so that probing never reaches the reserved key. */
static uint64_t content_key(uint64_t hash)
{
	return hash >> 1;
}

static uint64_t loc_hash(const struct ir_loc *l)
{
	uint64_t h = hash_combine(l->file, map_key2(l->line, l->column));
	return hash_combine(h, map_key2(l->inlined_at, l->function));
}

static bool loc_equal(const struct ir_loc *a, const struct ir_loc *b)
{
	return a->file == b->file && a->line == b->line && a->column == b->column &&
	       a->inlined_at == b->inlined_at && a->function == b->function;
}

loc_id program_loc(struct program *p, struct ir_loc l)
{
	if (loc_equal(&l, &p->locs.at[0]))
		return 0;
	uint64_t key = content_key(loc_hash(&l));
	loc_id id;
	for (; (id = map_get(&p->loc_ids, key, 0)); key++) {
		if (loc_equal(&p->locs.at[id], &l))
			return id;
	}
	id = p->locs.n;
	vec_push(&p->locs, l);
	map_put(&p->loc_ids, key, id);
	return id;
}

const_id program_const(struct program *p, sym_id sym, int64_t value)
{
	uint64_t key = content_key(hash_combine(sym, (uint64_t)value));
	const_id id;
	for (; (id = map_get(&p->const_ids, key, 0)); key++) {
		const struct ir_const *c = &p->consts.at[id];
		if (c->sym == sym && c->value == value)
			return id;
	}
	id = p->consts.n;
	vec_push(&p->consts, ((struct ir_const){sym, value}));
	map_put(&p->const_ids, key, id);
	return id;
}

/* Of several symbols with one name the first that is not internal is indexed,
 * or else the first. */
static bool better_match(const struct program *p, sym_id s, sym_id than)
{
	return !than || (p->symbols.at[than].linkage == LINK_INTERNAL &&
			 p->symbols.at[s].linkage != LINK_INTERNAL);
}

void program_index_symbols(struct program *p)
{
	map_clear(&p->symbol_ids);
	for (sym_id s = 1; s < p->symbols.n; s++) {
		str_id name = p->symbols.at[s].name;
		if (better_match(p, s, map_get(&p->symbol_ids, name, 0)))
			map_put(&p->symbol_ids, name, s);
	}
	p->symbols_indexed = p->symbols.n;
}

sym_id ir_find_symbol(const struct program *p, const char *name)
{
	str_id id = intern_find(&p->strings, name, strlen(name));
	sym_id found = 0;
	if (!id)
		return 0;
	if (p->symbols_indexed == p->symbols.n)
		return map_get(&p->symbol_ids, id, 0);
	for (sym_id s = 1; s < p->symbols.n; s++) {
		if (p->symbols.at[s].name == id && better_match(p, s, found))
			found = s;
	}
	return found;
}

uint8_t ir_compare_not(uint8_t compare)
{
	static const uint8_t other[CMP_COUNT] = {
		[CMP_EQ] = CMP_NE,   [CMP_NE] = CMP_EQ,   [CMP_LT] = CMP_GE,
		[CMP_LE] = CMP_GT,   [CMP_GT] = CMP_LE,   [CMP_GE] = CMP_LT,
		[CMP_ULT] = CMP_UGE, [CMP_ULE] = CMP_UGT, [CMP_UGT] = CMP_ULE,
		[CMP_UGE] = CMP_ULT,
	};
	return other[compare];
}

bool ir_compares(enum ir_compare c, int64_t a, int64_t b)
{
	uint64_t x = (uint64_t)a, y = (uint64_t)b;
	switch (c) {
	case CMP_EQ: return a == b;
	case CMP_NE: return a != b;
	case CMP_LT: return a < b;
	case CMP_LE: return a <= b;
	case CMP_GT: return a > b;
	case CMP_GE: return a >= b;
	case CMP_ULT: return x < y;
	case CMP_ULE: return x <= y;
	case CMP_UGT: return x > y;
	case CMP_UGE: return x >= y;
	case CMP_COUNT: break;
	}
	return true;
}

bool ir_val_int(const struct program *p, ir_val v, int64_t *out)
{
	if (ir_val_tag(v) != VAL_CONST)
		return false;
	const struct ir_const *c = &p->consts.at[ir_val_index(v)];
	if (c->sym)
		return false;
	*out = c->value;
	return true;
}

bool ir_is_minus(const struct program *p, const struct ir_inst *i)
{
	int64_t from;
	return i->op == OP_ARITH && i->sub == ARITH_SUB && ir_val_int(p, i->a, &from) && from == 0;
}

const char *ir_section_start(const struct program *p, sym_id s)
{
	static const char start[] = "__start_", stop[] = "__stop_";
	const struct ir_symbol *y = &p->symbols.at[s];
	const char *name = y->kind == SYM_VARIABLE && !(y->flags & SYMF_DEFINED)
				   ? ir_str(p, y->name)
				   : "";
	if (strncmp(name, start, sizeof(start) - 1) == 0)
		return name + sizeof(start) - 1;
	return strncmp(name, stop, sizeof(stop) - 1) == 0 ? name + sizeof(stop) - 1 : NULL;
}

sym_id ir_resolve_alias(const struct program *p, sym_id s)
{
	/* The verifier refuses cycles; the bound is for programs not verified. */
	for (int hops = 0; s && hops < 64; hops++) {
		const struct ir_symbol *symbol = &p->symbols.at[s];
		if (!symbol->target || symbol->flags & SYMF_IFUNC)
			break;
		s = symbol->target;
	}
	return s;
}

sym_id ir_val_symbol(const struct program *p, ir_val v)
{
	if (ir_val_tag(v) != VAL_CONST)
		return 0;
	const struct ir_const *c = &p->consts.at[ir_val_index(v)];
	return c->sym && c->value == 0 ? ir_resolve_alias(p, c->sym) : 0;
}

static uint32_t put_block(uint32_t *out, uint32_t cap, uint32_t n, uint32_t block)
{
	if (n < cap)
		out[n] = block;
	return n + 1;
}

uint32_t ir_successors(const struct program *p, const struct ir_func *f, uint32_t b,
		       uint32_t *out, uint32_t cap)
{
	const struct ir_inst *i = ir_terminator(p, f, b);
	const ir_val *args = p->operands.at + i->args;
	uint32_t n = 0;
	switch (i->op) {
	case OP_JUMP:
		return put_block(out, cap, 0, (uint32_t)i->imm);
	case OP_BRANCH:
		n = put_block(out, cap, n, i->b);
		return put_block(out, cap, n, i->c);
	case OP_SWITCH:
		for (uint32_t k = 1; k < i->arg_count; k += 2)
			n = put_block(out, cap, n, args[k]);
		return n;
	case OP_GOTO:
		for (uint32_t k = 0; k < i->arg_count; k++)
			n = put_block(out, cap, n, args[k]);
		return n;
	default:
		return 0;
	}
}

bool ir_arg_is_block(uint32_t op, uint32_t n)
{
	return op == OP_GOTO || (op == OP_PHI && n % 2 == 0) || (op == OP_SWITCH && n % 2);
}
