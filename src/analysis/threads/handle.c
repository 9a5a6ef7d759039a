/* SPDX-License-Identifier: MIT */
/*
 * Handles: h = malloc(...); create(&h->id, ...); return h. The id of the thread is in memory
 * that was allocated here, and who joins it later finds that memory by what the function has
 * returned, or in a variable where it has put the pointer. So that is the name that the place
 * of the id gets when the function is left: an offset from the result (FORKF_ID_RETURNED), or
 * from what the variable holds. It must be so on every way on which the thread is running
 * then; null is no handle.
 *
 * The variable must be one that a single instruction of the program stores in, but for
 * constants: what is found there, if not null, was put there by that instruction. So a load
 * of it has a name even when it is no longer known what it holds: 'what is in the variable',
 * or in the function of that instruction what it has stored. And where null is stored in
 * it only before that or after a join (cleared.c), one that is found to be null holds no handle of
 * a thread that may be running: there is none to be joined, if (writer) join(writer->id).
 *
 * An id that was left in a local variable and copied from there is named by where the copy is.
 */
#include "analysis/builder.h"
#include "analysis/state/facts.h"
#include "analysis/whole/writers.h"

/* Memory that a call has allocated, here or in what it calls, is what the call returns. */
static path_id by_result(struct frame *fr, path_id p)
{
	path_id root = path_at(&fr->paths, p)->root;
	const struct path x = *path_at(&fr->paths, root);
	if (x.kind != PATH_HEAP || x.a != fr->func)
		return p;
	return path_substitute(&fr->paths, p, root, frame_value_leaf(fr, x.b));
}

bool handle_is_same(struct frame *fr, path_id a, path_id b)
{
	return a == b || (a && b && by_result(fr, a) == by_result(fr, b));
}

struct handle {
	path_id base; /* the memory, by the name it has here */
	int64_t from; /* what is told points there + from */
	bool found;
};

/* Is the value a pointer into the memory, always to the same place? Null counts for it. */
static bool is_handle(struct frame *fr, struct handle *h, path_id v, uint32_t depth)
{
	const struct alternatives *alt = frame_alternatives(fr, v);
	path_id base = 0;
	int64_t from = v ? path_split_offset(&fr->paths, v, &base) : 0;
	if (v && path_at(&fr->paths, v)->kind == PATH_INT)
		return path_at(&fr->paths, v)->imm == 0;
	if (v && handle_is_same(fr, base, h->base) && (!h->found || from == h->from)) {
		h->from = from;
		h->found = true;
		return true;
	}
	if (!v || !alt || !depth || alt->opaque || !alt->count)
		return false;
	for (uint32_t i = 0; i < alt->count; i++)
		if (!is_handle(fr, h, alt->values[i], depth - 1))
			return false;
	return true;
}

static path_id returned_value(struct frame *fr, const struct returned *r)
{
	path_id same = r->value ? facts_of(fr, r->s, r->value).same : 0;
	return same ? same : r->value;
}

/* 'sure': and it is never null then. */
static bool is_returned(struct frame *fr, uint32_t fork, struct handle *h, bool *sure)
{
	const struct builder *b = fr->builder;
	h->found = false;
	*sure = true;
	for (uint32_t i = 0; i < b->returns.n; i++) {
		const struct returned *r = &b->returns.at[i];
		if (!(r->s->running >> fork & 1))
			continue;
		path_id v = returned_value(fr, r), base = 0;
		if (!is_handle(fr, h, v, 2))
			return false;
		path_split_offset(&fr->paths, v, &base);
		*sure &= handle_is_same(fr, base, h->base);
	}
	return h->found;
}

/* ---- variables ---- */

static bool is_kept(const struct state *s, path_id address, path_id v)
{
	for (uint32_t i = 0; i < s->cell_count; i++) {
		const struct cell *c = &s->cells[i];
		if (c->address == address)
			return !c->unknown && !c->weak && c->count == 1 && c->values[0] == v;
	}
	return false;
}

/* Does the variable hold it at the end whenever the thread is still running? */
static bool is_kept_till_end(const struct frame *fr, uint32_t fork, path_id address, path_id v)
{
	const struct builder *b = fr->builder;
	for (uint32_t i = 0; i < b->returns.n; i++)
		if (b->returns.at[i].s->running >> fork & 1 &&
		    !is_kept(b->returns.at[i].s, address, v))
			return false;
	return true;
}

bool handle_is_in(const struct frame *fr, const struct state *s, path_id address, path_id handle)
{
	const struct path *root = path_at(&fr->paths, path_at(&fr->paths, address)->root);
	return root->kind == PATH_SYMBOL && is_kept(s, address, handle);
}

/* Whenever the thread is created and still running at the end, has this store been made? */
static bool is_made_too(struct frame *fr, uint32_t fork, uint32_t store, path_id address,
			path_id v)
{
	const struct fork *f = &fr->forks.at[fork];
	uint32_t from = frame_block_of(fr, store);
	uint32_t to = frame_block_of(fr, f->via ? f->via - 1 : f->inst);
	if (from == to || (fr->loop_of[from] == fr->loop_of[to] && flow_dominates(fr, from, to)))
		return true;
	return is_kept_till_end(fr, fork, address, v);
}

/* The variable that the handle is put in; 0: none. */
static path_id find_variable(struct frame *fr, uint32_t fork, struct handle *h)
{
	for (uint32_t n = 0; n < fr->fn->inst_count; n++) {
		const struct ir_inst *i = ir_inst_at(fr->p, fr->fn, n);
		path_id v = i->op == OP_STORE ? frame_value(fr, i->b) : 0, base;
		if (!v)
			continue;
		int64_t from = path_split_offset(&fr->paths, v, &base);
		path_id address =
			handle_is_same(fr, base, h->base) ? frame_value(fr, i->a) : 0;
		func_id f;
		uint32_t only;
		if (!address || !writers_only_store(fr, address, &f, &only) || f != fr->func ||
		    only != n || !is_made_too(fr, fork, n, address, v))
			continue;
		h->from = from;
		return address;
	}
	return 0;
}

/* ---- any place, also behind what was passed or is returned ---- */

static const struct state *first_with(const struct frame *fr, uint32_t fork)
{
	const struct builder *b = fr->builder;
	for (uint32_t i = 0; i < b->returns.n; i++)
		if (b->returns.at[i].s->running >> fork & 1)
			return b->returns.at[i].s;
	return NULL;
}

/* The place as callers may name it: behind what they have passed, in a variable, or in what is
 * returned ('inside'). 0: they have no name for it. */
static path_id name_of_place(struct frame *fr, uint32_t fork, path_id address, bool *inside)
{
	struct handle h = {0};
	int64_t offset = path_split_offset(&fr->paths, address, &h.base);
	const struct path x = *path_at(&fr->paths, h.base);
	bool sure;
	*inside = false;
	if (x.kind == PATH_FORMAL)
		return address;
	if (x.kind == PATH_SYMBOL)
		return fr->p->symbols.at[x.a].flags & SYMF_THREAD_LOCAL ? 0 : address;
	if ((x.kind != PATH_HEAP && x.kind != PATH_VALUE) || x.a != fr->func ||
	    !is_returned(fr, fork, &h, &sure) || !sure)
		return 0;
	*inside = true;
	return path_offset(&fr->paths, by_result(fr, h.base), offset - h.from);
}

/* The handle is in the same place whenever the thread is still running. */
static void find_place(struct frame *fr, uint32_t fork, path_id base, int64_t offset)
{
	struct fork *f = &fr->forks.at[fork];
	const struct state *s = first_with(fr, fork);
	func_id func;
	uint32_t store;
	for (uint32_t i = 0; s && i < s->cell_count; i++) {
		const struct cell c = s->cells[i];
		bool inside;
		if (c.unknown || c.weak || c.count != 1 || c.values[0] != base ||
		    !is_kept_till_end(fr, fork, c.address, base))
			continue;
		path_id place = name_of_place(fr, fork, c.address, &inside);
		if (!place)
			continue;
		f->id_sure = true;
		f->id_place = inside ? 0 : place;
		if (inside)
			f->flags |= FORKF_ID_RETURNED;
		if (inside || writers_only_store(fr, place, &func, &store))
			f->id_address = path_offset(&fr->paths, path_load(&fr->paths, place),
						    offset);
		return;
	}
}

/* Is it left running with its id overwritten? */
static bool is_lost(const struct frame *fr, uint32_t fork)
{
	const struct builder *b = fr->builder;
	for (uint32_t i = 0; i < b->returns.n; i++)
		if ((b->returns.at[i].s->running & b->returns.at[i].s->lost) >> fork & 1)
			return true;
	return false;
}

/* ---- copies ---- */

static bool is_local(const struct frame *fr, path_id address)
{
	const struct path *root = path_at(&fr->paths, path_at(&fr->paths, address)->root);
	return !path_at(&fr->paths, address)->loads && root->kind == PATH_LOCAL &&
	       root->a == fr->func;
}

/* Is the id there at the end whenever the thread is still running, if there is such memory? */
static bool is_copied_to(const struct frame *fr, uint32_t fork, path_id address, path_id id)
{
	const struct builder *b = fr->builder;
	for (uint32_t i = 0; i < b->returns.n; i++) {
		const struct state *s = b->returns.at[i].s;
		if (s->running >> fork & 1 &&
		    (s->multiple >> fork & 1 ||
		     (!is_kept(s, address, id) && !join_is_nowhere(fr, s, address))))
			return false;
	}
	return true;
}

/* create(&t, ...); *out = t; the variable is gone with this call, and who joins the thread finds
 * its id in the other place. 0: there is none. */
static path_id find_copy(struct frame *fr, uint32_t fork)
{
	const struct fork *f = &fr->forks.at[fork];
	const struct builder *b = fr->builder;
	if (!f->id || !f->id_address || f->flags & FORKF_LOOP || !is_local(fr, f->id_address))
		return 0;
	for (uint32_t i = 0; i < b->returns.n; i++) {
		const struct state *s = b->returns.at[i].s;
		for (uint32_t k = 0; s->running >> fork & 1 && k < s->cell_count; k++) {
			path_id at = s->cells[k].address;
			if (is_kept(s, at, f->id) && !is_local(fr, at) &&
			    is_copied_to(fr, fork, at, f->id))
				return at;
		}
	}
	return 0;
}

void export_handles(struct frame *fr)
{
	for (uint32_t i = 0; i < join_fork_count(fr); i++) {
		struct fork *f = &fr->forks.at[i];
		struct handle h = {0};
		path_id copy = find_copy(fr, i);
		f->id_address = copy ? copy : f->id_address;
		f->flags &= ~(uint32_t)(FORKF_ID_PUT | (copy ? FORKF_ID_LOST : 0));
		f->id_sure = false;
		f->id_place = 0;
		f->id_once = f->id_address ? f->id_address : f->id_once;
		f->flags &= ~(uint32_t)FORKF_ID_KEPT;
		f->flags |= id_is_kept_in(fr, f->id_address) ? FORKF_ID_KEPT : 0;
		if (!copy && is_lost(fr, i)) {
			f->id_address = 0;
			continue;
		}
		int64_t offset = f->id_address
					 ? path_split_offset(&fr->paths, f->id_address, &h.base)
					 : 0;
		struct path x = *path_at(&fr->paths, h.base);
		bool ours = x.a == fr->func, sure;
		if (x.kind != PATH_HEAP && (x.kind != PATH_VALUE || !ours))
			continue;
		if (ours && is_returned(fr, i, &h, &sure)) {
			f->flags |= FORKF_ID_RETURNED;
			f->id_sure = sure;
			f->id_address = path_offset(&fr->paths, by_result(fr, h.base),
						    offset - h.from);
			continue;
		}
		path_id at = ours ? find_variable(fr, i, &h) : 0;
		if (!at && !(f->flags & FORKF_LOOP))
			find_place(fr, i, h.base, offset);
		else if (at)
			f->id_address = path_offset(&fr->paths, path_load(&fr->paths, at),
						    offset - h.from);
	}
}

/* ---- joins ---- */

static bool comes_first(const struct frame *fr, uint32_t inst, uint32_t other)
{
	uint32_t a = frame_block_of(fr, inst), b = frame_block_of(fr, other);
	return a == b ? inst < other : flow_dominates(fr, a, b);
}

/* The variable that holds the handle now; 0: none. */
static path_id find_holder(struct frame *fr, const struct state *s, path_id handle)
{
	func_id f;
	uint32_t store;
	for (uint32_t i = 0; i < s->cell_count; i++)
		if (handle_is_in(fr, s, s->cells[i].address, handle) &&
		    writers_only_store(fr, s->cells[i].address, &f, &store))
			return s->cells[i].address;
	return 0;
}

path_id handle_name(struct frame *fr, const struct state *s, uint32_t inst, path_id id)
{
	const struct path x = *path_at(&fr->paths, id);
	path_id base, address;
	func_id f;
	uint32_t store;
	if (x.kind != PATH_LOAD)
		return 0;
	int64_t offset = path_split_offset(&fr->paths, x.a, &base);
	address = frame_loaded_from(fr, base);
	if (!address && path_at(&fr->paths, base)->kind == PATH_HEAP) {
		address = find_holder(fr, s, base);
		return address ? path_load(&fr->paths,
					   path_offset(&fr->paths, path_load(&fr->paths, address),
						       offset))
			       : 0;
	}
	if (!address || !writers_only_store(fr, address, &f, &store))
		return 0;
	path_id stored = path_load(&fr->paths, address);
	if (f == fr->func && comes_first(fr, store, inst))
		stored = frame_value(fr, ir_inst_at(fr->p, fr->fn, store)->b);
	return stored ? path_load(&fr->paths, path_offset(&fr->paths, stored, offset)) : 0;
}

bool handle_is_null(struct frame *fr, const struct state *s, path_id id)
{
	const struct path *x = path_at(&fr->paths, id);
	path_id base = 0, address = 0;
	if (x->kind == PATH_LOAD)
		path_split_offset(&fr->paths, x->a, &base);
	if (path_at(&fr->paths, base)->kind == PATH_LOAD)
		address = path_at(&fr->paths, base)->a;
	for (uint32_t i = 0; address && i < s->fact_count; i++) {
		if (s->facts[i].signs == SIGN_ZERO &&
		    frame_loaded_from(fr, s->facts[i].path) == address)
			return handle_is_kept_in(fr, address);
	}
	return false;
}
