/* SPDX-License-Identifier: MIT */
/*
 * Memory of one state: cells that were written since entry, strong updates on
 * cells with one certain name, weak updates on what may alias them.
 *
 * A cell that is not listed holds its entry value, named LOAD(address), unless a
 * call may have changed it (clobbered): then its content has no name until the
 * load that reads it gives it one. Memory that is new here has no entry value: where
 * something was stored on some of the ways only, that is what is there, and where nothing
 * was stored on any, it may be anything.
 */
#include "analysis/state/memory.h"

#include <string.h>

#include "analysis/exec/exec.h"
#include "analysis/state/put.h"
#include "base/sort.h"

/* ---- aliasing ---- */

static bool is_object(const struct path *x)
{
	return x->kind == PATH_SYMBOL || x->kind == PATH_LOCAL || x->kind == PATH_HEAP;
}

/* The address lies inside the object of its root leaf, no pointer followed. */
static bool is_direct(const struct frame *fr, path_id p)
{
	const struct path *x = path_at(&fr->paths, p);
	return x->loads == 0 && is_object(path_at(&fr->paths, x->root));
}

static bool ranges_overlap(int64_t a, uint32_t size_a, int64_t b, uint32_t size_b)
{
	int64_t end_a = size_a ? a + (int64_t)size_a : INT64_MAX;
	int64_t end_b = size_b ? b + (int64_t)size_b : INT64_MAX;
	return a < end_b && b < end_a;
}

/* May a value that is not one of our object names be the address of object o? */
static bool may_be_object(const struct frame *fr, const struct state *s, path_id p,
			  path_id object, uint32_t depth)
{
	const struct path *x = path_at(&fr->paths, p);
	uint32_t number = frame_private(fr, object);
	if (number == UINT32_MAX || state_has_escaped(s, number))
		return true;
	if (x->loads > 0)
		return path_at(&fr->paths, x->root)->kind == PATH_LOCAL ||
		       path_at(&fr->paths, x->root)->kind == PATH_HEAP ||
		       path_at(&fr->paths, x->root)->kind == PATH_VALUE;
	const struct alternatives *alt = frame_alternatives(fr, x->root);
	if (path_at(&fr->paths, x->root)->kind != PATH_VALUE)
		return false;
	if (!alt || depth == 0)
		return true;
	for (uint32_t i = 0; i < alt->count; i++) {
		path_id root = path_at(&fr->paths, alt->values[i])->root;
		if (root == object || (root != x->root && !is_direct(fr, alt->values[i]) &&
				       may_be_object(fr, s, alt->values[i], object, depth - 1)))
			return true;
	}
	return false;
}

/* An address that is compared with many. */
struct place {
	path_id address, base;
	int64_t offset; /* from base */
	uint32_t size;
	cell_id alias;
};

static struct place place_of(struct frame *fr, path_id address, uint32_t size)
{
	struct place x = {.address = address, .size = size, .alias = frame_alias(fr, address)};
	x.offset = path_split_offset(&fr->paths, address, &x.base);
	return x;
}

static inline bool may_be_alias(cell_id a, cell_id b)
{
	return a && b && (a == b || a == ALIAS_MIXED || b == ALIAS_MIXED);
}

/* For two addresses that start from different pointers and may be alias. */
static bool may_be_one(struct frame *fr, const struct state *s, const struct place *x,
		       const struct cell *c)
{
	bool mixed = x->alias == ALIAS_MIXED || c->alias == ALIAS_MIXED;
	path_id a = x->address, b = c->address;
	path_id root_a = path_at(&fr->paths, a)->root, root_b = path_at(&fr->paths, b)->root;
	bool direct_a = is_direct(fr, a), direct_b = is_direct(fr, b);
	if (direct_a && direct_b && root_a != root_b)
		return false;
	if (mixed && !frame_may_meet(fr, a, x->size, b, c->size))
		return false;
	if (direct_a && !direct_b && !may_be_object(fr, s, b, root_a, 3))
		return false;
	return !(direct_b && !direct_a && !may_be_object(fr, s, a, root_b, 3));
}

static inline bool may_touch(struct frame *fr, const struct state *s, const struct place *x,
			     const struct cell *c)
{
	const struct path *y = path_at(&fr->paths, c->address);
	bool moved = y->kind == PATH_OFFSET;
	if ((moved ? y->a : c->address) == x->base && !(y->flags & PATHF_ANY))
		return ranges_overlap(x->offset, x->size, moved ? y->imm : 0, c->size);
	return may_be_alias(x->alias, c->alias) && may_be_one(fr, s, x, c);
}

/* ---- cells ---- */

static struct cell *find_cell(struct state *s, path_id address, uint32_t size)
{
	for (uint32_t i = 0; i < s->cell_count; i++)
		if (s->cells[i].address == address && s->cells[i].size == size)
			return &s->cells[i];
	return NULL;
}

static struct cell *add_cell(struct frame *fr, struct state *s, path_id address, uint32_t size)
{
	state_own(fr, s, STATE_CELLS);
	if (s->cell_count >= MAX_CELLS) {
		struct cell oldest = s->cells[0];
		memory_forget_cell(fr, s, &oldest);
		memmove(&s->cells[0], &s->cells[1], (s->cell_count - 1) * sizeof(struct cell));
		s->cell_count--;
	}
	if (s->cell_count >= s->cell_cap) {
		uint32_t cap = s->cell_cap * 2 + 8;
		struct cell *more = ARENA_ARRAY(fr->scratch, struct cell, cap);
		if (s->cell_count)
			memcpy(more, s->cells, s->cell_count * sizeof(*more));
		s->cells = more;
		s->cell_cap = cap;
	}
	struct cell *c = &s->cells[s->cell_count++];
	*c = (struct cell){.address = address, .size = size, .alias = frame_alias(fr, address)};
	return c;
}

/* ---- initial contents ---- */

/* Read-only variables hold their initialiser for good. */
static path_id constant_content(struct frame *fr, path_id address, bool *known)
{
	path_id base;
	int64_t offset = path_split_offset(&fr->paths, address, &base);
	const struct path *x = path_at(&fr->paths, base);
	*known = false;
	if (x->kind != PATH_SYMBOL)
		return 0;
	const struct ir_symbol *sym = &fr->p->symbols.at[x->a];
	if (sym->kind != SYM_VARIABLE || !(sym->flags & SYMF_CONST) ||
	    !(sym->flags & SYMF_DEFINED) || sym->flags & SYMF_STRING)
		return 0;
	for (uint32_t i = 0; i < sym->init_count; i++) {
		const struct ir_init *init = &fr->p->inits.at[sym->init + i];
		if ((int64_t)init->offset != offset)
			continue;
		*known = true;
		return frame_value(fr, ir_val_make(VAL_CONST, init->value));
	}
	return 0;
}

static void add_loaded(struct loaded *l, path_id v)
{
	for (uint32_t i = 0; i < l->count; i++)
		if (l->values[i] == v)
			return;
	if (l->count == MAX_VALUES)
		l->unknown = true;
	else
		l->values[l->count++] = v;
}

/* Is it memory that the library has set to zero? */
static bool begins_zero(const struct frame *fr, const struct path *leaf)
{
	const struct model *m = leaf->kind == PATH_HEAP
					? pointers_called_model(fr->pt, leaf->a, leaf->b)
					: NULL;
	const struct effect *e = m ? model_effect(m, EFFECT_ALLOC) : NULL;
	return e && e->flags & EFFECTF_ZEROED;
}

static void add_entry_value(struct frame *fr, struct state *s, path_id address,
			    struct loaded *out)
{
	const struct path *x = path_at(&fr->paths, address);
	const struct path *root = path_at(&fr->paths, x->root);
	bool known;
	path_id content = constant_content(fr, address, &known);
	if (known) {
		add_loaded(out, content);
		return;
	}
	if (x->loads == 0 && (root->kind == PATH_LOCAL || root->kind == PATH_HEAP) &&
	    frame_private(fr, x->root) != UINT32_MAX) {
		if (!memory_is_private(fr, s, address) ||
		    memory_is_clobbered(fr, s, frame_alias(fr, address)))
			out->unknown = true;
		else if (begins_zero(fr, root))
			add_loaded(out, path_int(&fr->paths, 0));
		return;
	}
	bool constant = !x->loads && root->kind == PATH_SYMBOL &&
			fr->p->symbols.at[root->a].flags & SYMF_CONST;
	if (x->loads >= MAX_LOADS || x->steps >= MAX_STEPS ||
	    (!constant && memory_is_clobbered(fr, s, frame_alias(fr, address))))
		out->unknown = true;
	else
		add_loaded(out, path_load(&fr->paths, address));
}

/* Paths do not say how much they load: as much as is known to be there. A word that was
 * set to zero as a whole, and a part of it then to something, is known by that part. */
static uint32_t content_size(const struct state *s, path_id address)
{
	enum { WORD = 8 };
	uint32_t any = 0, known = 0;
	for (uint32_t i = 0; i < s->cell_count; i++) {
		const struct cell *c = &s->cells[i];
		if (c->address != address || c->size > WORD || c->size & (c->size - 1))
			continue;
		any = c->size > any ? c->size : any;
		known = c->size > known && !c->unknown ? c->size : known;
	}
	return known ? known : any ? any : WORD;
}

/* What the cell itself holds; false: there is none for that memory. */
static bool load_cell(struct frame *fr, struct state *s, path_id address, uint32_t size,
		      struct loaded *out)
{
	*out = (struct loaded){0};
	const struct cell *c = find_cell(s, address, size);
	if (!c)
		return false;
	out->unknown = c->unknown;
	for (uint32_t i = 0; i < c->count; i++)
		add_loaded(out, c->values[i]);
	if (c->weak)
		add_entry_value(fr, s, address, out);
	out->unknown |= !out->count;
	return true;
}

/* What others hold that may be the same memory; no further than that something unknown is
 * among it, if that is 'enough'. */
static void load_others(struct frame *fr, struct state *s, path_id address, uint32_t size,
			bool enough, struct loaded *out)
{
	struct place x = place_of(fr, address, size);
	for (uint32_t i = 0; i < s->cell_count && !(enough && out->unknown); i++) {
		const struct cell *c = &s->cells[i];
		if (!may_touch(fr, s, &x, c))
			continue;
		out->unknown |= c->unknown || (c->size != size && c->size && size);
		for (uint32_t k = 0; k < c->count; k++)
			add_loaded(out, c->values[k]);
	}
}

/* What a slot that is filled once holds, whoever may have filled it meanwhile: the name stands for
 * that, null or not. */
static bool load_filled(struct frame *fr, struct state *s, path_id address, uint32_t size,
			struct loaded *out)
{
	if (size != FILLED_WORD || !fill_is_slot(fr, address) || memory_is_private(fr, s, address))
		return false;
	add_loaded(out, path_load(&fr->paths, address));
	return true;
}

void memory_load(struct frame *fr, struct state *s, path_id address, uint32_t size,
		 struct loaded *out)
{
	if (load_cell(fr, s, address, size, out) || load_filled(fr, s, address, size, out))
		return;
	load_others(fr, s, address, size, false, out);
	add_entry_value(fr, s, address, out);
	out->unknown |= !out->count;
}

bool memory_load_known(struct frame *fr, struct state *s, path_id address, struct loaded *out)
{
	uint32_t size = content_size(s, address);
	if (!load_cell(fr, s, address, size, out) && !load_filled(fr, s, address, size, out)) {
		add_entry_value(fr, s, address, out);
		if (!out->unknown)
			load_others(fr, s, address, size, true, out);
	}
	return !out->unknown && out->count;
}

static void weaken_cell(struct cell *c, const path_id *values, uint32_t n, bool unknown)
{
	c->read = false;
	for (uint32_t i = 0; i < n && !unknown; i++) {
		bool has = false;
		for (uint32_t k = 0; k < c->count; k++)
			has |= c->values[k] == values[i];
		if (has)
			continue;
		if (c->count == MAX_VALUES)
			unknown = true;
		else
			c->values[c->count++] = values[i];
	}
	if (unknown) {
		c->unknown = true;
		c->count = 0;
	}
}

void memory_store(struct frame *fr, struct state *s, path_id address, uint32_t size,
		  const path_id *values, uint32_t n, bool unknown, bool strong)
{
	if (!address)
		return;
	bool any = path_at(&fr->paths, address)->flags & PATHF_ANY;
	struct cell old = {.weak = true};
	state_own(fr, s, STATE_CELLS);
	struct cell *c = find_cell(s, address, size);
	if (c)
		old = *c;
	struct place x = place_of(fr, address, size);
	for (uint32_t i = 0; i < s->cell_count; i++) {
		struct cell *other = &s->cells[i];
		if (other->address == address && other->size == size)
			continue;
		if (may_touch(fr, s, &x, other))
			weaken_cell(other, values, n, unknown || other->size != size);
	}
	if (!c)
		c = add_cell(fr, s, address, size);
	if (strong && !any) {
		*c = (struct cell){.address = address, .size = size, .alias = c->alias};
	} else {
		c->weak = old.weak;
		c->unknown = old.unknown;
	}
	weaken_cell(c, values, n, unknown);
}

void memory_name_content(struct frame *fr, struct state *s, path_id address, uint32_t size,
			 path_id name)
{
	if (path_at(&fr->paths, address)->flags & PATHF_ANY)
		return;
	state_own(fr, s, STATE_CELLS);
	struct cell *c = find_cell(s, address, size);
	bool read = !c || c->read;
	if (!c)
		c = add_cell(fr, s, address, size);
	*c = (struct cell){.address = address, .size = size, .alias = c->alias, .read = read,
			   .count = 1, .values = {name}};
}

bool memory_is_known(const struct state *s, path_id address, uint32_t size)
{
	for (uint32_t i = 0; i < s->cell_count; i++)
		if (s->cells[i].address == address && s->cells[i].size == size)
			return true;
	return false;
}

bool memory_is_unknown(const struct state *s, path_id address, uint32_t size)
{
	for (uint32_t i = 0; i < s->cell_count; i++)
		if (s->cells[i].address == address && s->cells[i].size == size)
			return s->cells[i].unknown;
	return false;
}

bool memory_holds_constant(const struct frame *fr, const struct cell *c)
{
	for (uint32_t i = 0; i < c->count; i++)
		if (path_at(&fr->paths, c->values[i])->kind == PATH_INT)
			return true;
	return false;
}

bool memory_is_constant(struct frame *fr, struct state *s, path_id address, uint32_t size)
{
	const struct cell *c = find_cell(s, address, size);
	return c && memory_holds_constant(fr, c);
}

void memory_forget(struct frame *fr, struct state *s, path_id address, uint32_t size)
{
	state_own(fr, s, STATE_CELLS);
	struct cell *c = find_cell(s, address, size);
	if (!c)
		c = add_cell(fr, s, address, size);
	*c = (struct cell){.address = address, .size = size, .alias = c->alias,
			   .unknown = true};
}

/* One cell stands for the whole range: what is loaded from anywhere in it is not known. */
static void note_smashed(struct frame *fr, struct state *s, path_id address, uint32_t size)
{
	struct cell *c = find_cell(s, address, size);
	if (!c)
		c = add_cell(fr, s, address, size);
	else if (c->unknown)
		return;
	state_own(fr, s, STATE_CELLS);
	c = find_cell(s, address, size);
	weaken_cell(c, NULL, 0, true);
	c->weak = true;
}

void memory_smash(struct frame *fr, struct state *s, path_id address, uint32_t size)
{
	if (!address)
		return;
	struct place x = place_of(fr, address, size);
	for (uint32_t i = 0; i < s->cell_count; i++) {
		const struct cell *c = &s->cells[i];
		if (c->unknown || !may_touch(fr, s, &x, c))
			continue;
		state_own(fr, s, STATE_CELLS);
		weaken_cell(&s->cells[i], NULL, 0, true);
	}
	cell_id c = frame_alias(fr, address);
	if (c && c != ALIAS_MIXED) {
		memory_clobber_cell(fr, s, c);
	} else if (c) {
		struct pt_set set = {0};
		path_points_to(&fr->paths, address, fr->pt, fr->func, &fr->loads, &set);
		for (uint32_t i = 0; i < set.locs.n; i++)
			memory_clobber_cell(fr, s, pointers_cell(fr->pt, set.locs.at[i]));
		pt_set_free(&set);
	}
	if (size != 1)
		note_smashed(fr, s, address, size); /* it may be several fields */
}

enum { COPIED_BYTES = 256, WORD = 8, HALF = WORD / 2 };

/* A word of a struct, or an int in the one half of it and in the other. */
struct copied {
	struct loaded word, halves[2];
	bool in_halves;
};

static void load_copied(struct frame *fr, struct state *s, path_id from, struct copied *c)
{
	memory_load(fr, s, from, WORD, &c->word);
	c->in_halves = c->word.unknown;
	for (int i = 0; i < 2 && c->in_halves; i++)
		memory_load(fr, s, path_offset(&fr->paths, from, i * HALF), HALF,
			    &c->halves[i]);
}

static void store_copied(struct frame *fr, struct state *s, path_id to, const struct loaded *l,
			 uint32_t size)
{
	if (!l->unknown && l->count)
		memory_store(fr, s, to, size, l->values, l->count, false, true);
	for (uint32_t k = 0; k < l->count; k++)
		memory_contain(fr, s, to, l->values[k]);
}

/* Word by word for small copies into memory of our own, which is how structs
 * are passed and returned; otherwise the target is simply no longer known. */
void memory_copy(struct frame *fr, struct state *s, path_id to, path_id from, uint32_t size)
{
	struct copied words[COPIED_BYTES / WORD];
	bool small = size && size <= COPIED_BYTES && from && to && is_direct(fr, to);
	uint32_t n = small ? size / WORD : 0;
	for (uint32_t i = 0; i < n; i++)
		load_copied(fr, s, path_offset(&fr->paths, from, (int64_t)i * WORD), &words[i]);
	memory_smash(fr, s, to, size);
	for (uint32_t i = 0; i < n; i++) {
		path_id target = path_offset(&fr->paths, to, (int64_t)i * WORD);
		store_copied(fr, s, target, &words[i].word, WORD);
		for (int k = 0; k < 2 && words[i].in_halves; k++)
			store_copied(fr, s, path_offset(&fr->paths, target, k * HALF),
				     &words[i].halves[k], HALF);
	}
	if (!small && from && to && !memory_is_private(fr, s, to))
		memory_escape_behind(fr, s, from); /* what it contains is in to as well */
	if (!small && from && to && !memory_is_private(fr, s, from))
		put_contents(fr, from);
}

/* Was the address of this local ever given away? Locals that only this function
 * loads and stores are safe from calls. */
static bool only_ours(const struct frame *fr, path_id address)
{
	const struct path *x = path_at(&fr->paths, address);
	const struct path *root = path_at(&fr->paths, x->root);
	if (x->loads || root->kind != PATH_LOCAL || root->a != fr->func)
		return false;
	uint32_t number = frame_private(fr, x->root);
	return number != UINT32_MAX && !fr->given_away[root->b];
}

/* Its address is nowhere in memory, and none of the arguments is it: memory that was
 * allocated here and that the callee cannot find. */
static bool is_hidden(const struct frame *fr, const struct state *s, path_id address,
		      const path_id *args, uint32_t n)
{
	const struct path *x = path_at(&fr->paths, address);
	uint32_t number = frame_private(fr, x->root);
	if (x->loads || number == UINT32_MAX || state_has_escaped(s, number) ||
	    path_at(&fr->paths, x->root)->kind != PATH_HEAP)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (path_at(&fr->paths, args[i])->root == x->root ||
		    may_be_object(fr, s, args[i], x->root, 3))
			return false;
	for (uint32_t i = 0; i < fr->contains.n; i++)
		if (fr->contains.at[i].inner == number &&
		    fr->contains.at[i].outer != number)
			return false;
	return true;
}

void memory_clobber_call(struct frame *fr, struct state *s, const struct summary *callee,
			 const path_id *args, uint32_t n)
{
	if (!callee->modified_any && callee->modified.n == 0)
		return;
	for (uint32_t i = 0; i < s->cell_count; i++) {
		const struct cell *c = &s->cells[i];
		if (c->unknown || !clobber_modifies(callee, c->alias) ||
		    only_ours(fr, c->address) || is_hidden(fr, s, c->address, args, n))
			continue;
		state_own(fr, s, STATE_CELLS);
		weaken_cell(&s->cells[i], NULL, 0, true);
	}
	if (callee->unknown || callee->modified_any) {
		s->clobbered_all |= callee->modified_any;
		return;
	}
	memory_clobber_component(fr, s, fr->in->callgraph->component[callee->func]);
}
