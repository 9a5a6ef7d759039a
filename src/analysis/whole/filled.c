/* SPDX-License-Identifier: MIT */
/*
 * Slots that are filled once: a mutex that is made when it is needed for the first time.
 *
 *	if ((m = load(&slot)))
 *		return m;
 *	m = new_mutex();
 *	if (compare_exchange(&slot, NULL, m))
 *		return m;
 *	free_mutex(m);
 *	return load(&slot);
 *
 * Two looks at the program: where a pointer is exchanged for null; and what else is put there,
 * which must be null. A store of null, or a block that is copied there, is not held against the
 * slot: if it is done while others may look, the access is a write that race/veto/stable.c finds.
 * So is what library functions write.
 */
#include "analysis/whole/filled.h"

#include "base/stats.h"

struct finder {
	const struct summarize_input *in;
	const struct exchanges *exchanges;
	struct map places;	 /* object and offset: filled by an exchange */
	VEC(struct pt_loc) list; /* likewise */
	struct map objects;	 /* that have some */
	struct map spoiled;	 /* of the places, those that something else is put in */
	struct pt_set from, set;
};

static bool is_pointer(struct finder *d, func_id f, ir_val v)
{
	pointers_of_value(d->in->pointers, f, v, &d->set);
	return d->set.locs.n > 0;
}

static void find_place(struct finder *d, func_id f, ir_val address, int64_t offset)
{
	pointers_of_value(d->in->pointers, f, address, &d->from);
	pointers_offset(d->in->pointers, &d->from, offset, &d->set);
}

/* One variable for all threads, or memory that was allocated. */
static bool can_be_slot(const struct finder *d, struct pt_loc l)
{
	const struct pt_object *o = pointers_object(d->in->pointers, l.obj);
	return l.offset != PT_ANY && !o->across &&
	       (o->kind == OBJ_HEAP ||
		(o->kind == OBJ_VARIABLE &&
		 !(d->in->program->symbols.at[o->sym].flags & SYMF_THREAD_LOCAL)));
}

static void add_slot(struct finder *d, struct pt_loc l)
{
	if (!can_be_slot(d, l) || !map_add(&d->places, map_key2(l.obj, l.offset)))
		return;
	vec_push(&d->list, l);
	map_add(&d->objects, pointers_kin(d->in->pointers, l.obj));
}

static bool is_exchange(const struct finder *d, func_id f, uint32_t n, struct exchange *x)
{
	return exchange_at(d->exchanges, f, n, x) && !exchange_is_wrapper(d->exchanges, f);
}

static void note_fill(struct finder *d, func_id f, uint32_t n)
{
	struct exchange x;
	if (!is_exchange(d, f, n, &x) || !x.from_null || !is_pointer(d, f, x.value))
		return;
	find_place(d, f, x.address, x.offset);
	for (uint32_t k = 0; k < d->set.locs.n; k++) {
		struct pt_loc l = d->set.locs.at[k];
		uint32_t members;
		const obj_id *m = pointers_members(d->in->pointers, l.obj, &members);
		for (uint32_t i = 0; i < members; i++)
			add_slot(d, (struct pt_loc){m[i], l.offset});
		add_slot(d, l);
	}
}

static bool has_slot(const struct finder *d)
{
	for (uint32_t k = 0; k < d->set.locs.n; k++)
		if (map_get(&d->objects, pointers_kin(d->in->pointers, d->set.locs.at[k].obj), 0))
			return true;
	return false;
}

static void spoil(struct finder *d, uint32_t size)
{
	for (uint32_t k = 0; k < d->set.locs.n; k++) {
		struct pt_loc l = d->set.locs.at[k];
		for (uint32_t i = 0; i < d->list.n; i++)
			if (pt_loc_overlap(d->in->pointers, l, size, d->list.at[i], FILLED_WORD))
				map_add(&d->spoiled,
					map_key2(d->list.at[i].obj, d->list.at[i].offset));
	}
}

static void note_other(struct finder *d, func_id f, uint32_t n, const struct ir_inst *i)
{
	struct exchange x;
	if (exchange_at(d->exchanges, f, n, &x)) {
		if (exchange_is_wrapper(d->exchanges, f) ||
		    (x.from_null && is_pointer(d, f, x.value)))
			return;
		find_place(d, f, x.address, x.offset);
		if (has_slot(d))
			spoil(d, 0);
	} else if (i->op == OP_RMW || i->op == OP_STORE) {
		pointers_of_value(d->in->pointers, f, i->a, &d->set);
		if (has_slot(d) &&
		    !(i->op == OP_STORE && exchange_is_null(d->exchanges, f, i->b)))
			spoil(d, i->size);
	}
}

static void keep(struct finder *d, struct filled_slots *out)
{
	for (uint32_t i = 0; i < d->list.n; i++) {
		uint64_t key = map_key2(d->list.at[i].obj, d->list.at[i].offset);
		if (!map_get(&d->spoiled, key, 0))
			map_put(&out->places, key, 1);
	}
}

void filled_find(const struct summarize_input *in, const struct exchanges *x,
		 struct filled_slots *out)
{
	const struct program *p = in->program;
	struct finder d = {.in = in, .exchanges = x};
	*out = (struct filled_slots){0};
	for (func_id f = 1; f < p->funcs.n; f++)
		for (uint32_t n = 0; n < p->funcs.at[f].inst_count; n++)
			note_fill(&d, f, n);
	for (func_id f = 1; f < p->funcs.n && d.list.n; f++)
		for (uint32_t n = 0; n < p->funcs.at[f].inst_count; n++)
			note_other(&d, f, n, ir_inst_at(p, &p->funcs.at[f], n));
	keep(&d, out);
	stats_count("slots that are filled once", out->places.n);
	map_free(&d.places);
	map_free(&d.objects);
	map_free(&d.spoiled);
	vec_free(&d.list);
	pt_set_free(&d.from);
	pt_set_free(&d.set);
}
