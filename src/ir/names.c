/* SPDX-License-Identifier: MIT */
/*
 * From byte offsets back to source names.
 *
 * Debug info is outside input: a type may contain itself, have no size, or
 * members outside of it. Every walk is bounded by a depth or a budget, and
 * ends in 'no name' rather than in a wrong one.
 */
#include "ir/names.h"

#include <inttypes.h>

enum {
	MAX_DEPTH = 64,	   /* nesting of types */
	MAX_VISITS = 2000, /* types looked at for one name, over all union members */
	MAX_BITFIELDS = 4, /* bit-fields of one storage unit that are listed */
};

static const struct ir_type *type_at(const struct program *p, type_id t)
{
	return &p->types.at[t < p->types.n ? t : 0];
}

type_id type_strip(const struct program *p, type_id t)
{
	for (int depth = 0; depth < MAX_DEPTH; depth++) {
		const struct ir_type *type = type_at(p, t);
		if (type->kind != TYPE_ALIAS)
			return t < p->types.n ? t : 0;
		t = type->target;
	}
	return 0;
}

type_id type_target(const struct program *p, type_id t)
{
	const struct ir_type *type = type_at(p, type_strip(p, t));
	bool has_target = type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY;
	return has_target && type->target < p->types.n ? type->target : 0;
}

/* ---- the innermost part at an offset ---- */

const struct ir_member *type_member(const struct program *p, type_id t, uint64_t off)
{
	const struct ir_type *type = type_at(p, type_strip(p, t));
	bool record = type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
	for (uint32_t i = 0; record && i < type->member_count; i++) {
		const struct ir_member *m = &p->members.at[type->members + i];
		if (off >= m->offset &&
		    off - m->offset < type_at(p, type_strip(p, m->type))->size)
			return m;
	}
	return NULL;
}

type_id type_part(const struct program *p, type_id t, uint64_t off)
{
	enum { MAX_NESTING = 16 };
	for (int i = 0; i < MAX_NESTING; i++) {
		const struct ir_type *type = type_at(p, type_strip(p, t));
		type_id inside = 0;
		if (type->kind == TYPE_ARRAY && type_at(p, type_strip(p, type->target))->size) {
			off %= type_at(p, type_strip(p, type->target))->size;
			inside = type->target;
		}
		const struct ir_member *m = type_member(p, t, off);
		if (m) {
			off -= m->offset;
			inside = m->type;
		}
		if (!inside)
			return off == 0 ? t : 0;
		t = inside;
	}
	return 0;
}

/* ---- the part of an object at an offset ---- */

/* What is asked, and where the walk stands. */
struct part_walk {
	const struct program *p;
	uint64_t size;
	bool any_element;
	uint32_t visits;
	struct str *out;
};

static uint64_t size_of(const struct program *p, type_id t)
{
	return type_at(p, type_strip(p, t))->size;
}

/* 'char data[]' at the end of a struct, and its old spellings [0] and [1]. */
static bool is_flexible(const struct program *p, type_id t)
{
	const struct ir_type *type = type_at(p, type_strip(p, t));
	return type->kind == TYPE_ARRAY &&
	       (type->size == 0 || type->size == size_of(p, type->target));
}

static const struct ir_member *member_at(const struct program *p, const struct ir_type *t,
					 uint32_t i)
{
	static const struct ir_member none;
	uint64_t at = (uint64_t)t->members + i;
	return at < p->members.n ? &p->members.at[at] : &none;
}

/* Does bit-field m share a byte with [offset, offset + size)? */
static bool bits_overlap(const struct ir_member *m, uint64_t offset, uint64_t size)
{
	uint64_t first = m->offset + m->bit_offset / 8u;
	uint64_t last = m->offset + (m->bit_offset + m->bit_size - 1u) / 8u;
	return offset <= last && (offset >= first || first - offset < size);
}

static bool member_holds(const struct part_walk *w, const struct ir_member *m,
			 uint64_t offset)
{
	if (m->bit_size)
		return bits_overlap(m, offset, w->size ? w->size : 1);
	return offset >= m->offset && offset - m->offset < size_of(w->p, m->type);
}

/* The whole part is meant: it starts here and is no larger than what was asked
 * for; with an unknown size, the outermost part that starts here. */
static bool is_whole(const struct part_walk *w, const struct ir_type *t, uint64_t offset)
{
	if (offset)
		return false;
	return w->size == 0 || (t->size && w->size >= t->size);
}

static bool name_part(struct part_walk *w, type_id t, uint64_t offset, int depth,
		      type_id *part);
static bool name_inside(struct part_walk *w, type_id t, uint64_t offset, int depth,
			type_id *part);

static bool name_member(struct part_walk *w, const struct ir_member *m, uint64_t offset,
			int depth, type_id *part)
{
	if (m->name) {
		str_addc(w->out, '.');
		str_add(w->out, ir_str(w->p, m->name));
	}
	if (m->bit_size) {
		*part = m->type;
		return true;
	}
	if (!m->name)
		return name_inside(w, m->type, offset - m->offset, depth + 1, part);
	return name_part(w, m->type, offset - m->offset, depth + 1, part);
}

/* All bit-fields in the bytes asked for: they are one memory location. */
static bool name_bitfields(struct part_walk *w, const struct ir_type *t, uint64_t offset,
			   type_id *part)
{
	const char *separator = ".{";
	uint32_t n = 0;
	for (uint32_t i = 0; i < t->member_count; i++) {
		const struct ir_member *m = member_at(w->p, t, i);
		if (!m->bit_size || !m->name || !member_holds(w, m, offset))
			continue;
		if (n == 0)
			*part = m->type;
		if (++n > MAX_BITFIELDS)
			break;
		str_add(w->out, separator);
		str_add(w->out, ir_str(w->p, m->name));
		separator = ",";
	}
	str_add(w->out, n > MAX_BITFIELDS ? ",...}" : "}");
	return n > 0;
}

static uint32_t count_bitfields(const struct part_walk *w, const struct ir_type *t,
				uint64_t offset)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < t->member_count && n < 2; i++) {
		const struct ir_member *m = member_at(w->p, t, i);
		n += m->bit_size && m->name && member_holds(w, m, offset);
	}
	return n;
}

static bool name_struct(struct part_walk *w, const struct ir_type *t, uint64_t offset,
			int depth, type_id *part)
{
	const struct ir_member *last = NULL;
	for (uint32_t i = 0; i < t->member_count; i++) {
		const struct ir_member *m = member_at(w->p, t, i);
		if (member_holds(w, m, offset)) {
			if (m->bit_size && count_bitfields(w, t, offset) > 1)
				return name_bitfields(w, t, offset, part);
			return name_member(w, m, offset, depth, part);
		}
		if (!last || m->offset >= last->offset)
			last = m;
	}
	if (!last || last->bit_size || offset < last->offset || !is_flexible(w->p, last->type))
		return false;
	return name_member(w, last, offset, depth, part);
}

static void truncate(struct str *s, size_t n)
{
	s->n = n;
	if (s->at)
		s->at[n] = 0;
}

/* The first member with a part of exactly the size asked for, or else the
 * first that fits at all. */
static bool name_union(struct part_walk *w, const struct ir_type *t, uint64_t offset,
		       int depth, type_id *part)
{
	const struct ir_member *fallback = NULL;
	size_t start = w->out->n;
	for (uint32_t i = 0; i < t->member_count && w->visits < MAX_VISITS; i++) {
		const struct ir_member *m = member_at(w->p, t, i);
		if (!member_holds(w, m, offset))
			continue;
		if (name_member(w, m, offset, depth, part)) {
			if (w->size == 0 || size_of(w->p, *part) == w->size)
				return true;
			fallback = fallback ? fallback : m;
		}
		truncate(w->out, start);
	}
	return fallback && name_member(w, fallback, offset, depth, part);
}

static bool name_element(struct part_walk *w, const struct ir_type *t, uint64_t offset,
			 int depth, type_id *part)
{
	uint64_t stride = size_of(w->p, t->target);
	if (stride == 0)
		return false;
	if (w->any_element)
		str_add(w->out, "[]");
	else
		str_addf(w->out, "[%" PRIu64 "]", offset / stride);
	return name_part(w, t->target, offset % stride, depth + 1, part);
}

static bool name_part(struct part_walk *w, type_id t, uint64_t offset, int depth,
		      type_id *part)
{
	*part = t;
	if (is_whole(w, type_at(w->p, type_strip(w->p, t)), offset))
		return true;
	return name_inside(w, t, offset, depth, part);
}

/* An anonymous member has no name to stop at: always one of its own. */
static bool name_inside(struct part_walk *w, type_id t, uint64_t offset, int depth,
			type_id *part)
{
	const struct ir_type *type = type_at(w->p, type_strip(w->p, t));
	if (depth > MAX_DEPTH || ++w->visits > MAX_VISITS)
		return false;
	*part = t;
	switch (type->kind) {
	case TYPE_SCALAR:
	case TYPE_POINTER:
		return offset < type->size;
	case TYPE_STRUCT:
		return name_struct(w, type, offset, depth, part);
	case TYPE_UNION:
		return name_union(w, type, offset, depth, part);
	case TYPE_ARRAY:
		return name_element(w, type, offset, depth, part);
	default:
		return false;
	}
}

bool type_name_part(const struct program *p, type_id t, uint64_t offset, uint64_t size,
		    bool any_element, struct str *out, type_id *part)
{
	struct part_walk w = {p, size, any_element, 0, out};
	const struct ir_type *type = type_at(p, type_strip(p, t));
	size_t start = out->n;
	bool inside = type->kind != TYPE_ARRAY || type->size == 0 || offset < type->size;
	if (t && t < p->types.n && inside && name_part(&w, t, offset, 0, part))
		return true;
	truncate(out, start);
	*part = 0;
	return false;
}

/* ---- types as C writes them ---- */

/* C declarators grow outwards: 'around' is what stands after the base type. */
struct declarator {
	const struct program *p;
	struct str around;
	unsigned qualifiers; /* of the type that comes next */
	uint32_t *visits;
};

static const char *const qualifier_names[] = {"const", "volatile", "_Atomic"};

static void add_qualifiers(struct str *s, unsigned qualifiers)
{
	for (unsigned i = 0; i < 3; i++) {
		if (!(qualifiers & 1u << i))
			continue;
		str_add(s, qualifier_names[i]);
		str_addc(s, ' ');
	}
}

static void add_star(struct declarator *d)
{
	struct str with = {0};
	str_addc(&with, '*');
	add_qualifiers(&with, d->qualifiers);
	if (d->around.n == 0 && d->qualifiers)
		truncate(&with, with.n - 1);
	str_add(&with, str_cstr(&d->around));
	str_free(&d->around);
	d->around = with;
	d->qualifiers = 0;
}

/* '*' binds weaker than what follows on the right. */
static void parenthesise(struct declarator *d)
{
	struct str with = {0};
	if (d->around.n == 0 || d->around.at[0] != '*')
		return;
	str_addf(&with, "(%s)", d->around.at);
	str_free(&d->around);
	d->around = with;
}

static void print_bounded(const struct program *p, type_id t, struct str *out,
			  uint32_t *visits, int depth);

static void add_array(struct declarator *d, const struct ir_type *t)
{
	uint64_t stride = size_of(d->p, t->target);
	parenthesise(d);
	if (t->size && stride)
		str_addf(&d->around, "[%" PRIu64 "]", t->size / stride);
	else
		str_add(&d->around, "[]");
}

static void add_parameters(struct declarator *d, const struct ir_type *t, int depth)
{
	parenthesise(d);
	str_addc(&d->around, '(');
	for (uint32_t i = 0; i < t->member_count && *d->visits < MAX_VISITS; i++) {
		if (i)
			str_add(&d->around, ", ");
		print_bounded(d->p, member_at(d->p, t, i)->type, &d->around, d->visits,
			      depth + 1);
	}
	str_addc(&d->around, ')');
}

/* Goes from the outside to the base type, which it returns. */
static const struct ir_type *unwrap(struct declarator *d, type_id t, int depth)
{
	for (; depth < MAX_DEPTH && ++*d->visits < MAX_VISITS; depth++) {
		const struct ir_type *type = type_at(d->p, t);
		if (type->kind == TYPE_POINTER)
			add_star(d);
		else if (type->kind == TYPE_ARRAY)
			add_array(d, type);
		else if (type->kind == TYPE_FUNCTION)
			add_parameters(d, type, depth);
		else if (type->kind == TYPE_ALIAS && !type->name)
			d->qualifiers |= type->flags;
		else
			return type;
		t = type->target;
	}
	return NULL;
}

static void add_base(const struct program *p, const struct ir_type *t, struct str *out)
{
	if (!t) {
		str_add(out, "...");
		return;
	}
	if (t->kind == TYPE_ALIAS)
		add_qualifiers(out, t->flags);
	if (t->kind == TYPE_STRUCT)
		str_add(out, "struct ");
	else if (t->kind == TYPE_UNION)
		str_add(out, "union ");
	if (t->name)
		str_add(out, ir_str(p, t->name));
	else
		str_add(out, t->kind == TYPE_VOID     ? "void"
			     : t->kind == TYPE_SCALAR ? "int"
						      : "{...}");
}

static void print_bounded(const struct program *p, type_id t, struct str *out,
			  uint32_t *visits, int depth)
{
	struct declarator d = {p, {0}, 0, visits};
	const struct ir_type *base = unwrap(&d, t, depth);
	add_qualifiers(out, d.qualifiers);
	add_base(p, base, out);
	if (d.around.n) {
		str_addc(out, ' ');
		str_add(out, d.around.at);
	}
	str_free(&d.around);
}

void type_print(const struct program *p, type_id t, struct str *out)
{
	uint32_t visits = 0;
	print_bounded(p, t, out, &visits, 0);
}
