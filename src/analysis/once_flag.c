/* SPDX-License-Identifier: MIT */
/*
 * Flags that are set once. One pass over everything that writes memory finds the
 * bytes of global variables that only constants other than zero are stored to;
 * initialisers do not count, they come first. Only variables with a name of their
 * own are looked at: an element, or a member behind a pointer, may be another one
 * the next time.
 */
#include "analysis/once_flag.h"

#include <stdlib.h>

enum { BYTE_SET = 1, BYTE_OTHER = 2, BYTE_ZERO = 4, BYTE_ID = 8, MAX_FLAG_SIZE = 8 };
static const uint32_t SEVERAL = UINT32_MAX;

struct once_flags {
	struct map bytes; /* object, offset -> what is stored there */
	struct map stores; /* object, offset -> 1 + the instruction of the program that stores
			    * something else than a constant there; SEVERAL of them */
	uint32_t *other;    /* [object] 1 + the first byte that may be written in some other
			     * way, with all that follow; 0: none */
};

struct finder {
	const struct summarize_input *in;
	const struct model *const *models; /* [symbols] or NULL */
	struct once_flags *out;
	struct pt_set set, inside;
};

static void note_byte(struct once_flags *o, struct pt_loc l, uint32_t byte, uint32_t kind)
{
	uint64_t key = map_key2(l.obj, l.offset + byte);
	map_put(&o->bytes, key, map_get(&o->bytes, key, 0) | kind);
}

static void note_value(struct once_flags *o, struct pt_loc l, uint32_t inst)
{
	uint64_t key = map_key2(l.obj, l.offset);
	map_put(&o->stores, key, map_get(&o->stores, key, 0) ? SEVERAL : inst + 1);
}

/* From there on anything may be written. */
static void note_other(struct once_flags *o, struct pt_loc l)
{
	uint32_t first = l.offset > INT32_MAX ? 0 : l.offset;
	if (!o->other[l.obj] || o->other[l.obj] > first + 1)
		o->other[l.obj] = first + 1;
}

static void note_store(struct finder *d, func_id f, const struct ir_inst *i)
{
	int64_t k;
	bool constant = ir_val_int(d->in->program, i->b, &k) && i->op == OP_STORE;
	uint32_t kind = !constant ? BYTE_OTHER : k != 0 ? BYTE_SET : BYTE_ZERO;
	pointers_of_value(d->in->pointers, f, i->a, &d->set);
	for (uint32_t n = 0; n < d->set.locs.n; n++) {
		struct pt_loc l = d->set.locs.at[n];
		if (pointers_object(d->in->pointers, l.obj)->kind != OBJ_VARIABLE)
			continue;
		if (l.offset > INT32_MAX || i->size > MAX_FLAG_SIZE || !i->size) {
			note_other(d->out, l);
			continue;
		}
		for (uint32_t b = 0; b < i->size; b++)
			note_byte(d->out, l, b, kind);
		if (!constant)
			note_value(d->out, l, (uint32_t)(i - d->in->program->insts.at));
	}
}

/* The id of a thread that is created, where the model says so. */
static bool note_id(struct finder *d, func_id f, const struct model *m, int arg, ir_val address)
{
	const struct effect *c = model_effect(m, EFFECT_CREATE), *w = model_effect(m, EFFECT_WRITE);
	if (!c || !w || c->third != arg || w->arg != arg || w->size_kind != SIZE_BYTES ||
	    w->value > MAX_FLAG_SIZE || w->flags & (EFFECTF_DEREF | EFFECTF_REACHABLE))
		return false;
	pointers_of_value(d->in->pointers, f, address, &d->set);
	for (uint32_t n = 0; n < d->set.locs.n; n++) {
		struct pt_loc l = d->set.locs.at[n];
		if (pointers_object(d->in->pointers, l.obj)->kind != OBJ_VARIABLE ||
		    l.offset > INT32_MAX) {
			note_other(d->out, l);
			continue;
		}
		for (uint32_t b = 0; b < w->value; b++)
			note_byte(d->out, l, b, BYTE_ID);
		map_put(&d->out->stores, map_key2(l.obj, l.offset), SEVERAL);
	}
	return true;
}

static void note_objects(struct finder *d, const struct pt_set *s)
{
	for (uint32_t n = 0; n < s->locs.n; n++)
		note_other(d->out, s->locs.at[n]);
}

static void note_block(struct finder *d, func_id f, ir_val address)
{
	pointers_of_value(d->in->pointers, f, address, &d->set);
	note_objects(d, &d->set);
}

/* What lies behind an argument, as enum effect_reach says. */
static void note_reach(struct finder *d, func_id f, ir_val address, unsigned reach)
{
	pointers_of_value(d->in->pointers, f, address, &d->set);
	for (; reach; reach >>= 1) {
		if (reach & REACH_AT)
			note_objects(d, &d->set);
		pointers_index(d->in->pointers, &d->set, 1, &d->inside);
		pointers_load(d->in->pointers, &d->inside, &d->set);
	}
}

/* What library functions write: as their models say, or all they are given. */
static void note_call(struct finder *d, func_id f, uint32_t n, const struct ir_inst *i)
{
	const struct program *p = d->in->program;
	uint32_t targets;
	bool complete;
	const sym_id *t = pointers_callees(d->in->pointers, f, n, &targets, &complete);
	for (uint32_t k = 0; k < targets || (k == 0 && !targets); k++) {
		const struct ir_symbol *y = targets ? &p->symbols.at[t[k]] : NULL;
		const struct model *m = targets ? d->models[t[k]] : NULL;
		if (y && y->func && !(m && m->flags & MODELF_WINS))
			continue;
		for (uint32_t a = 0; a < i->arg_count; a++) {
			unsigned reach = m ? 0 : REACH_AT;
			for (uint32_t e = 0; m && e < m->effect_count; e++)
				reach |= effect_writes(&m->effects[e], (int)a);
			if (reach == REACH_AT && m &&
			    note_id(d, f, m, (int)a, p->operands.at[i->args + a]))
				continue;
			if (reach)
				note_reach(d, f, p->operands.at[i->args + a], reach);
		}
	}
}

static void note_inst(struct finder *d, func_id f, uint32_t n, const struct ir_inst *i)
{
	switch (i->op) {
	case OP_STORE:
	case OP_RMW:
	case OP_CMPXCHG:
		note_store(d, f, i);
		break;
	case OP_COPY:
	case OP_SET:
		note_block(d, f, i->a);
		break;
	case OP_CALL:
		note_call(d, f, n, i);
		break;
	case OP_ASM:
		for (uint32_t a = 0; a < i->arg_count; a++)
			note_block(d, f, d->in->program->operands.at[i->args + a]);
		break;
	default:
		break;
	}
}

struct once_flags *once_flags_find(const struct summarize_input *in,
				   const struct model *const *models)
{
	struct finder d = {.in = in, .models = models, .out = xcalloc(1, sizeof(*d.out))};
	d.out->other = xcalloc(pointers_object_count(in->pointers) + 1u, sizeof(uint32_t));
	for (func_id f = 1; f < in->program->funcs.n; f++) {
		const struct ir_func *fn = &in->program->funcs.at[f];
		for (uint32_t n = 0; n < fn->inst_count; n++)
			note_inst(&d, f, n, ir_inst_at(in->program, fn, n));
	}
	pt_set_free(&d.set);
	pt_set_free(&d.inside);
	return d.out;
}

void once_flags_free(struct once_flags *o)
{
	map_free(&o->bytes);
	map_free(&o->stores);
	free(o->other);
	free(o);
}

/* The function that has this instruction of the program: they are in order. */
static func_id function_of(const struct program *p, uint32_t inst)
{
	func_id low = 1, high = p->funcs.n;
	while (high - low > 1) {
		func_id middle = low + (high - low) / 2;
		if (p->funcs.at[middle].inst_first <= inst)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* The object and offset of a variable of that size that is written by stores only; 0: it is
 * none. */
static obj_id variable_at(const struct frame *fr, path_id address, uint32_t size, uint32_t *at)
{
	path_id base;
	int64_t offset = path_split_offset(&fr->paths, address, &base);
	const struct path *root = path_at(&fr->paths, base);
	if (offset < 0 || offset > UINT32_MAX - MAX_FLAG_SIZE || root->kind != PATH_SYMBOL ||
	    fr->p->symbols.at[root->a].flags & SYMF_THREAD_LOCAL)
		return 0;
	obj_id o = pointers_object_of_symbol(fr->pt, root->a);
	*at = (uint32_t)offset;
	uint32_t other = fr->once_flags->other[o];
	return other && other - 1 < *at + size ? 0 : o;
}

static bool is_flag(const struct frame *fr, path_id address, uint32_t size)
{
	uint32_t offset;
	obj_id o = variable_at(fr, address, size, &offset);
	if (!o || !size || size > MAX_FLAG_SIZE)
		return false;
	for (uint32_t b = 0; b < size; b++)
		if (map_get(&fr->once_flags->bytes, map_key2(o, offset + b), 0) != BYTE_SET)
			return false;
	return true;
}

bool only_store_of(const struct frame *fr, path_id address, func_id *f, uint32_t *inst)
{
	uint32_t offset;
	obj_id o = variable_at(fr, address, MAX_FLAG_SIZE, &offset);
	uint32_t at = o ? map_get(&fr->once_flags->stores, map_key2(o, offset), 0) : 0;
	if (!at || at == SEVERAL || fr->p->insts.at[at - 1].op != OP_STORE)
		return false;
	*f = function_of(fr->p, at - 1);
	*inst = at - 1 - fr->p->funcs.at[*f].inst_first;
	return true;
}

bool once_flags_are_constants(const struct once_flags *o, struct pt_loc at, uint32_t size,
			      bool ids)
{
	uint32_t kinds = 0, other = o->other[at.obj];
	for (uint32_t b = 0; b < size; b++)
		kinds |= map_get(&o->bytes, map_key2(at.obj, at.offset + b), 0);
	return !(kinds & ~(uint32_t)(ids ? BYTE_ID | BYTE_ZERO : BYTE_SET | BYTE_ZERO)) &&
	       !(other && other - 1 < at.offset + size);
}

bool is_never_cleared(const struct frame *fr, path_id address)
{
	uint32_t offset;
	obj_id o = variable_at(fr, address, MAX_FLAG_SIZE, &offset);
	return o && !(map_get(&fr->once_flags->bytes, map_key2(o, offset), 0) & BYTE_ZERO);
}

static bool holds_mutex(const struct state *s)
{
	for (uint32_t i = 0; i < s->locks.held_count; i++)
		if (s->locks.held[i].kind == LOCK_MUTEX &&
		    s->locks.held[i].mode == MODE_EXCLUSIVE)
			return true;
	return false;
}

static void add_found(struct frame *fr, struct state *s, struct held h, struct fact f,
		      struct state_list *out)
{
	struct state *found = state_copy(fr, s);
	lockset_insert(&found->locks, h);
	if (facts_add(fr, found, f))
		state_list_add(fr, out, found);
}

void once_flag_loaded(struct frame *fr, uint32_t inst, path_id address, path_id name,
		      uint32_t size, struct state_list *states)
{
	struct held h = {.lock = address, .kind = LOCK_SETTING, .depth = 1, .func = fr->func,
			 .inst = inst};
	struct fact zero = {.path = name, .signs = SIGN_ZERO, .exact = true};
	struct fact set = {.path = name, .signs = SIGN_NEGATIVE | SIGN_POSITIVE};
	struct state_list out = {0};
	if (!name || path_at(&fr->paths, name)->kind == PATH_INT || !is_flag(fr, address, size))
		return;
	for (uint32_t k = 0; k < states->n; k++) {
		struct state *s = states->at[k];
		if (!holds_mutex(s) || lockset_find(&s->locks, address)) {
			state_list_add(fr, &out, s);
			continue;
		}
		h.kind = LOCK_SETTING;
		add_found(fr, s, h, zero, &out);
		h.kind = LOCK_SET;
		add_found(fr, s, h, set, &out);
	}
	*states = out;
}

bool once_flag_stored(struct state *s, path_id address)
{
	for (uint32_t i = 0; i < s->locks.held_count; i++) {
		struct held *h = &s->locks.held[i];
		if (h->lock != address || (h->kind != LOCK_SETTING && h->kind != LOCK_SET))
			continue;
		h->depth = h->kind == LOCK_SETTING ? 2 : 1;
		return true;
	}
	return false;
}
