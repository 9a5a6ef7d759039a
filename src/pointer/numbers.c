/* SPDX-License-Identifier: MIT */
/*
 * Cells that one address may mean, where unification has not merged them.
 *
 * Unification follows pointers only: a parameter through which a function reads
 * and writes nothing but numbers has no class (so that a helper like
 * 'add(int *where)' does not merge every struct with a counter). But whoever asks
 * whether a call may change a cell needs one name for all that an address may
 * mean. So the single cells are merged here, not the objects around them.
 */
#include "pointer/internal.h"

enum { COPIED_WORDS = 128, WORD = 4 };

struct merge {
	struct pointers *pt;
	cell_id *same; /* [cells] a forest, the smallest cell is the root */
	struct pt_set set, at;
};

static cell_id root_of(cell_id *same, cell_id c)
{
	while (same[c] != c) {
		same[c] = same[same[c]];
		c = same[c];
	}
	return c;
}

static void merge_cells(struct merge *m, cell_id a, cell_id b)
{
	a = root_of(m->same, a);
	b = root_of(m->same, b);
	if (a && b && a != b)
		m->same[a > b ? a : b] = a > b ? b : a;
}

static void merge_location(struct merge *m, cell_id first, struct pt_loc l)
{
	uint32_t n;
	const obj_id *members = pointers_members(m->pt, l.obj, &n);
	merge_cells(m, first, pointers_cell(m->pt, l));
	for (uint32_t i = 1; i < n; i++)
		merge_cells(m, first,
			    pointers_cell(m->pt, (struct pt_loc){members[i], l.offset}));
}

static void merge_set(struct merge *m, const struct pt_set *s)
{
	cell_id first = s->locs.n ? pointers_cell(m->pt, s->locs.at[0]) : 0;
	for (uint32_t i = 0; i < s->locs.n; i++)
		merge_location(m, first, s->locs.at[i]);
}

static void merge_address(struct merge *m, func_id f, ir_val address, uint32_t words)
{
	if (pointers_cell_of_address(m->pt, f, address))
		return;
	pointers_of_value(m->pt, f, address, &m->set);
	for (uint32_t i = 0; i < words && m->set.locs.n; i++) {
		pointers_offset(m->pt, &m->set, (int64_t)i * WORD, &m->at);
		merge_set(m, &m->at);
	}
}

static uint32_t words_of(const struct program *p, ir_val length)
{
	int64_t bytes;
	if (!ir_val_int(p, length, &bytes) || bytes < 0 || bytes > COPIED_WORDS * WORD)
		return COPIED_WORDS;
	return (uint32_t)((bytes + WORD - 1) / WORD);
}

static void merge_inst(struct merge *m, func_id f, const struct ir_inst *i)
{
	switch (i->op) {
	case OP_LOAD:
	case OP_STORE:
	case OP_RMW:
	case OP_CMPXCHG:
		merge_address(m, f, i->a, 1);
		break;
	case OP_COPY:
		merge_address(m, f, i->b, words_of(m->pt->p, i->c));
		merge_address(m, f, i->a, words_of(m->pt->p, i->c));
		break;
	case OP_SET:
		merge_address(m, f, i->a, words_of(m->pt->p, i->c));
		break;
	case OP_CALL: /* a library function may write there */
		for (uint32_t k = 0; k < i->arg_count; k++)
			merge_address(m, f, m->pt->p->operands.at[i->args + k], 1);
		break;
	default:
		break;
	}
}

void numbers_merge(struct pointers *pt)
{
	struct merge m = {.pt = pt};
	m.same = xcalloc(pt->cell_count + 1u, sizeof(*m.same));
	for (cell_id c = 0; c <= pt->cell_count; c++)
		m.same[c] = c;
	for (func_id f = 1; f < pt->p->funcs.n; f++) {
		const struct ir_func *fn = &pt->p->funcs.at[f];
		for (uint32_t i = 0; i < fn->inst_count; i++)
			merge_inst(&m, f, ir_inst_at(pt->p, fn, i));
	}
	for (cell_id c = 0; c <= pt->cell_count; c++)
		m.same[c] = root_of(m.same, c);
	pt->same_cell = m.same;
	pt_set_free(&m.set);
	pt_set_free(&m.at);
}
