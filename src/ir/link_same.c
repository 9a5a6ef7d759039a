/* SPDX-License-Identifier: MIT */
/*
 * Static inline functions come out of a header once for every unit; where the
 * copies are the same in all that matters, one is kept. The same goes for
 * static constants that a header defines.
 *
 * Two internal functions are the same when their names, positions and bodies
 * are equal and what they refer to is equal or the same in turn. That is the
 * coarsest partition which is stable under 'refers to', found by refinement:
 * start from classes of equal content with all such references left blank;
 * while members of a class refer to different classes, split it. Of the parts
 * the largest keeps its number, and only who refers to the others is looked at
 * again (Hopcroft), so deep chains of helpers cost n log n.
 *
 * An internal variable that can be written is never the same as another: a
 * function with a static local of its own stays apart. String literals are
 * compared by size and type: their bytes are not in the program.
 */
#include "ir/linker.h"

#include <stdlib.h>
#include <string.h>

#include "ir/syntax.h"

typedef uint32_t node; /* a candidate: an internal function or constant */

struct same {
	struct linker *k;
	VEC(place) places;  /* by node */
	uint32_t *node_of;  /* by place: node + 1, or 0 */
	VEC(uint32_t) row;  /* content of the node being looked at */
	VEC(uint32_t) ref_at; /* [nodes + 1] range in refs */
	VEC(node) refs;	      /* in the order in which the content has them */
	uint32_t *user_at;    /* [nodes + 1] range in users: refs reversed */
	node *users;
	VEC(uint32_t) class_of; /* by node */
	VEC(uint32_t) members;	/* by class: how many */
};

/* ---- candidates ---- */

static bool is_candidate(const struct ir_symbol *s)
{
	const unsigned never = SYMF_STRING | SYMF_THREAD_LOCAL;
	if (s->linkage != LINK_INTERNAL || s->target)
		return false;
	if (s->kind == SYM_FUNCTION)
		return s->func != 0;
	return s->flags & SYMF_CONST && s->flags & SYMF_DEFINED && !(s->flags & never);
}

/* Equal for symbols that may be the same; cheap. */
static uint64_t rough_key(const struct linker *k, place g)
{
	const struct link_unit *u = &k->units[k->unit_of[g]];
	const struct ir_symbol *s = link_symbol_at(k, g);
	uint64_t size = s->func ? u->p->funcs.at[s->func].inst_count : s->size;
	uint64_t h = hash_combine(size, map_key2(u->strs[s->name], u->locs[s->loc]));
	return hash_combine(h, s->kind) >> 1;
}

/* Candidates that have a namesake become nodes. */
static void find_nodes(struct same *m)
{
	struct linker *k = m->k;
	struct map count = {0};
	for (place g = 0; g < k->place_count; g++) {
		if (is_candidate(link_symbol_at(k, g))) {
			uint64_t key = rough_key(k, g);
			map_put(&count, key, map_get(&count, key, 0) + 1);
		}
	}
	for (place g = 0; g < k->place_count; g++) {
		if (is_candidate(link_symbol_at(k, g)) &&
		    map_get(&count, rough_key(k, g), 0) > 1) {
			vec_push(&m->places, g);
			m->node_of[g] = m->places.n;
		}
	}
	map_free(&count);
}

/* ---- content as a row of words ---- */

enum ref_kind { REF_NODE, REF_STRING, REF_PLACE };

static void word(struct same *m, uint32_t w)
{
	vec_push(&m->row, w);
}

static void word64(struct same *m, uint64_t w)
{
	word(m, (uint32_t)w);
	word(m, (uint32_t)(w >> 32));
}

/* A literal with nothing but plain data in it. */
static bool is_plain_string(const struct program *p, const struct ir_symbol *s)
{
	const unsigned literal = SYMF_STRING | SYMF_CONST;
	if ((s->flags & literal) != literal || s->linkage != LINK_INTERNAL || s->target)
		return false;
	for (uint32_t i = 0; i < s->init_count; i++) {
		if (p->consts.at[p->inits.at[s->init + i].value].sym)
			return false;
	}
	return true;
}

static void add_string(struct same *m, const struct link_unit *u, const struct ir_symbol *s)
{
	word(m, REF_STRING);
	word(m, u->types[s->type]);
	word64(m, s->size);
	word(m, s->init_count);
	for (uint32_t i = 0; i < s->init_count; i++) {
		const struct ir_init *init = &u->p->inits.at[s->init + i];
		word64(m, init->offset);
		word(m, init->size);
		word64(m, (uint64_t)u->p->consts.at[init->value].value);
	}
}

static void add_symbol(struct same *m, const struct link_unit *u, sym_id s)
{
	place g = m->k->stands_for[u->symbol_base + s];
	const struct ir_symbol *symbol = link_symbol_at(m->k, g);
	if (m->node_of[g]) {
		word(m, REF_NODE);
		vec_push(&m->refs, m->node_of[g] - 1);
	} else if (is_plain_string(u->p, symbol)) {
		add_string(m, u, symbol);
	} else {
		word(m, REF_PLACE);
		word(m, g);
	}
}

static void add_const(struct same *m, const struct link_unit *u, const_id id)
{
	const struct ir_const *c = &u->p->consts.at[id];
	word(m, c->sym != 0);
	word64(m, (uint64_t)c->value);
	if (c->sym)
		add_symbol(m, u, c->sym);
}

static void add_val(struct same *m, const struct link_unit *u, ir_val v)
{
	bool is_const = ir_val_tag(v) == VAL_CONST;
	word(m, is_const ? ir_val_make(VAL_CONST, 0) : v);
	if (is_const)
		add_const(m, u, ir_val_index(v));
}

static void add_inst(struct same *m, const struct link_unit *u, const struct ir_inst *i)
{
	word(m, i->op | (uint32_t)i->sub << 8 | (uint32_t)i->order << 16 |
			(uint32_t)i->flags << 24);
	word(m, i->size);
	word(m, u->locs[i->loc]);
	word64(m, i->op == OP_ASM ? u->strs[i->imm] : (uint64_t)i->imm);
	add_val(m, u, i->a);
	if (i->op == OP_BRANCH) {
		word(m, i->b);
		word(m, i->c);
	} else {
		add_val(m, u, i->b);
		add_val(m, u, i->c);
	}
	word(m, i->arg_count);
	for (uint32_t n = 0; n < i->arg_count; n++) {
		ir_val v = u->p->operands.at[i->args + n];
		if (ir_arg_is_block(i->op, n))
			word(m, v);
		else
			add_val(m, u, v);
	}
}

static void add_variables(struct same *m, const struct link_unit *u, const struct ir_func *f)
{
	word(m, f->param_count);
	for (uint32_t i = 0; i < f->param_count; i++) {
		const struct ir_param *param = &u->p->params.at[f->param_first + i];
		word(m, u->strs[param->name]);
		word(m, u->types[param->type]);
		word(m, param->size);
		word(m, param->byval);
	}
	word(m, f->var_count);
	for (uint32_t i = 0; i < f->var_count; i++) {
		const struct ir_var *var = &u->p->vars.at[f->var_first + i];
		word(m, u->strs[var->name]);
		word(m, u->types[var->type]);
		word(m, u->locs[var->loc]);
		word(m, var->in_memory);
		add_val(m, u, var->value);
	}
}

static void add_func(struct same *m, const struct link_unit *u, const struct ir_func *f)
{
	word(m, f->flags);
	word(m, u->locs[f->loc]);
	word(m, u->types[f->result_type]);
	add_variables(m, u, f);
	word(m, f->block_count);
	for (uint32_t b = 0; b < f->block_count; b++)
		word(m, ir_block_at(u->p, f, b)->inst_count);
	for (uint32_t i = 0; i < f->inst_count; i++)
		add_inst(m, u, ir_inst_at(u->p, f, i));
}

static void add_inits(struct same *m, const struct link_unit *u, const struct ir_symbol *s)
{
	word(m, s->init_count);
	for (uint32_t i = 0; i < s->init_count; i++) {
		const struct ir_init *init = &u->p->inits.at[s->init + i];
		word64(m, init->offset);
		word(m, init->size);
		add_const(m, u, init->value);
	}
}

static void make_row(struct same *m, place g)
{
	const struct link_unit *u = &m->k->units[m->k->unit_of[g]];
	const struct ir_symbol *s = link_symbol_at(m->k, g);
	vec_clear(&m->row);
	word(m, s->kind | (s->flags & ~(uint32_t)SYMF_ADDRESS_TAKEN) << 8);
	word(m, u->strs[s->name]);
	word(m, u->strs[s->source_name]);
	word(m, u->strs[s->scope]);
	word(m, u->strs[s->text]);
	word(m, u->strs[s->section]);
	word(m, u->types[s->type]);
	word(m, u->locs[s->loc]);
	word64(m, s->size);
	if (s->func)
		add_func(m, u, &u->p->funcs.at[s->func]);
	else
		add_inits(m, u, s);
}

/* ---- classes ---- */

/* The classes of equal content, and who refers to whom. */
static void first_classes(struct same *m)
{
	struct intern rows = {0};
	vec_push(&m->ref_at, 0);
	for (node n = 0; n < m->places.n; n++) {
		make_row(m, m->places.at[n]);
		uint32_t row = intern_bytes(&rows, m->row.at, m->row.n * sizeof(uint32_t));
		while (m->members.n <= row)
			vec_push(&m->members, 0);
		vec_push(&m->class_of, row);
		m->members.at[row]++;
		vec_push(&m->ref_at, m->refs.n);
	}
	intern_free(&rows);
}

static void find_users(struct same *m)
{
	m->user_at = xcalloc(m->places.n + 2u, sizeof(*m->user_at));
	m->users = xcalloc(m->refs.n + 1u, sizeof(*m->users));
	for (uint32_t i = 0; i < m->refs.n; i++)
		m->user_at[m->refs.at[i] + 2]++;
	for (node n = 0; n < m->places.n; n++)
		m->user_at[n + 2] += m->user_at[n + 1];
	for (node n = 0; n < m->places.n; n++) {
		for (uint32_t i = m->ref_at.at[n]; i < m->ref_at.at[n + 1]; i++)
			m->users[m->user_at[m->refs.at[i] + 1]++] = n;
	}
}

/* One round of refinement: the dirty nodes, sorted into groups by their class
 * and the classes they refer to. */
struct refinement {
	VEC(node) dirty;
	VEC(node) changed;	  /* got another class in this round */
	struct intern signatures; /* of the groups */
	VEC(uint32_t) group_of;	  /* by index in dirty */
	VEC(uint32_t) group_size; /* by group */
	VEC(uint32_t) group_class;
	VEC(uint32_t) dirty_count; /* by class */
	VEC(uint32_t) keeper;	   /* by class: the group that keeps its number */
	uint8_t *is_dirty;	  /* by node */
};

static uint32_t signature(struct same *m, struct refinement *r, node n)
{
	vec_clear(&m->row);
	word(m, m->class_of.at[n]);
	for (uint32_t i = m->ref_at.at[n]; i < m->ref_at.at[n + 1]; i++)
		word(m, m->class_of.at[m->refs.at[i]]);
	return intern_bytes(&r->signatures, m->row.at, m->row.n * sizeof(uint32_t));
}

static void group_dirty(struct same *m, struct refinement *r)
{
	while (r->dirty_count.n < m->members.n) {
		vec_push(&r->dirty_count, 0);
		vec_push(&r->keeper, 0);
	}
	for (uint32_t i = 0; i < r->dirty.n; i++) {
		node n = r->dirty.at[i];
		uint32_t c = m->class_of.at[n];
		uint32_t group = signature(m, r, n);
		while (r->group_size.n <= group) {
			vec_push(&r->group_size, 0);
			vec_push(&r->group_class, c);
		}
		vec_push(&r->group_of, group);
		r->group_size.at[group]++;
		r->dirty_count.at[c]++;
	}
}

/* Members that are not dirty keep the number of the class, and no dirty one
 * can be like them: it refers to a class that was just made. */
static void choose_keepers(struct same *m, struct refinement *r)
{
	for (uint32_t group = 1; group < r->group_size.n; group++) {
		uint32_t c = r->group_class.at[group];
		uint32_t best = r->keeper.at[c];
		if (r->dirty_count.at[c] < m->members.at[c])
			continue;
		if (!best || r->group_size.at[group] > r->group_size.at[best])
			r->keeper.at[c] = group;
	}
}

static void split(struct same *m, struct refinement *r)
{
	VEC(uint32_t) fresh = {0}; /* by group: its new class, 0: keeps the old */
	for (uint32_t group = 0; group < r->group_size.n; group++) {
		uint32_t c = r->group_class.at[group];
		bool keeps = r->keeper.at[c] == group;
		vec_push(&fresh, group && !keeps ? m->members.n : 0);
		if (group && !keeps)
			vec_push(&m->members, 0);
	}
	for (uint32_t i = 0; i < r->dirty.n; i++) {
		node n = r->dirty.at[i];
		uint32_t c = fresh.at[r->group_of.at[i]];
		if (!c)
			continue;
		m->members.at[m->class_of.at[n]]--;
		m->members.at[c]++;
		m->class_of.at[n] = c;
		vec_push(&r->changed, n);
	}
	vec_free(&fresh);
}

static void mark_users(struct same *m, struct refinement *r)
{
	for (uint32_t i = 0; i < r->dirty.n; i++)
		r->is_dirty[r->dirty.at[i]] = 0;
	vec_clear(&r->dirty);
	for (uint32_t i = 0; i < r->changed.n; i++) {
		node n = r->changed.at[i];
		for (uint32_t at = m->user_at[n]; at < m->user_at[n + 1]; at++) {
			node user = m->users[at];
			if (m->members.at[m->class_of.at[user]] < 2 || r->is_dirty[user])
				continue;
			r->is_dirty[user] = 1;
			vec_push(&r->dirty, user);
		}
	}
}

static void clear_round(struct refinement *r)
{
	for (uint32_t group = 1; group < r->group_class.n; group++) {
		r->dirty_count.at[r->group_class.at[group]] = 0;
		r->keeper.at[r->group_class.at[group]] = 0;
	}
	intern_free(&r->signatures);
	vec_clear(&r->changed);
	vec_clear(&r->group_of);
	vec_clear(&r->group_size);
	vec_clear(&r->group_class);
}

static void refine(struct same *m)
{
	struct refinement r = {0};
	r.is_dirty = xcalloc(m->places.n + 1u, 1);
	for (node n = 0; n < m->places.n; n++)
		vec_push(&r.dirty, n);
	while (r.dirty.n) {
		group_dirty(m, &r);
		choose_keepers(m, &r);
		split(m, &r);
		mark_users(m, &r);
		clear_round(&r);
	}
	vec_free(&r.dirty_count);
	vec_free(&r.keeper);
	vec_free(&r.dirty);
	vec_free(&r.changed);
	vec_free(&r.group_of);
	vec_free(&r.group_size);
	vec_free(&r.group_class);
	free(r.is_dirty);
}

/* The first of each class stands for the others. */
static void merge(struct same *m)
{
	VEC(place) first = {0}; /* by class: place + 1 */
	for (uint32_t i = 0; i < m->members.n; i++)
		vec_push(&first, 0);
	for (node n = 0; n < m->places.n; n++) {
		place g = m->places.at[n], *f = &first.at[m->class_of.at[n]];
		if (!*f)
			*f = g + 1;
		m->k->stands_for[g] = *f - 1;
		m->k->add_flags[*f - 1] |= (uint16_t)(link_symbol_at(m->k, g)->flags &
						      SYMF_ADDRESS_TAKEN);
	}
	vec_free(&first);
}

void link_same(struct linker *k)
{
	struct same m = {.k = k};
	m.node_of = xcalloc(k->place_count + 1u, sizeof(*m.node_of));
	find_nodes(&m);
	first_classes(&m);
	find_users(&m);
	refine(&m);
	merge(&m);
	vec_free(&m.places);
	free(m.node_of);
	vec_free(&m.row);
	vec_free(&m.ref_at);
	vec_free(&m.refs);
	free(m.user_at);
	free(m.users);
	vec_free(&m.class_of);
	vec_free(&m.members);
}
