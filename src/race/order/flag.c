/* SPDX-License-Identifier: MIT */
#include "race/order/flag.h"

bool flag_of_store(const struct cell_store *s, struct flag *out)
{
	uint64_t mask = s->known ? UINT64_MAX : ~(s->kept | s->loose);
	if (s->size && s->size < sizeof(mask) && !s->known)
		mask &= (UINT64_C(1) << s->size * 8) - 1;
	*out = (struct flag){s->at, s->size, s->not_zero ? UINT64_MAX : mask, s->number,
			     .any = s->not_zero};
	return s->only && s->size && out->mask;
}

bool flag_is_touched(const struct races *r, const struct cell_store *s, const struct flag *f)
{
	bool same = s->at.obj == f->cell.obj && s->at.offset == f->cell.offset &&
		    s->size == f->size;
	return f->size && pt_loc_overlap(r->pt, f->cell, f->size, s->at, s->size) &&
	       !(same && !s->known && !(f->mask & ~s->kept));
}

bool flag_is_set(const struct cell_store *s, const struct flag *f)
{
	uint64_t number = (uint64_t)s->number;
	if (f->id || !is_stored(s, f->cell, f->size))
		return false;
	if (f->any)
		return s->not_zero || (s->known && s->number);
	if (!s->known && (s->size != f->size || f->mask & (s->kept | s->loose)))
		return false;
	return (number & f->mask) == ((uint64_t)f->number & f->mask);
}

bool flag_is_denied(const struct cell_test *t, const struct flag *f)
{
	static const struct numbers zero = {UINT64_MAX, 0, CMP_EQ, false};
	const struct numbers *n = &t->numbers;
	if (!f->size || !t->direct || t->cell.obj != f->cell.obj ||
	    t->cell.offset != f->cell.offset || t->size != f->size)
		return false;
	if (f->id || f->any)
		return numbers_within(n, &zero);
	if (!(n->mask & ~f->mask))
		return !numbers_have(n, f->number);
	return n->compare == CMP_EQ &&
	       (((uint64_t)n->number ^ (uint64_t)f->number) & f->mask & n->mask) != 0;
}
