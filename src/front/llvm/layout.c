/* SPDX-License-Identifier: MIT */
/*
 * Sizes and alignments, from the data layout string of the module; its form is
 * in LLVM's language reference.
 */
#include <stdlib.h>
#include <string.h>

#include "front/llvm/bitcode.h"

enum { SIZE_UNKNOWN, SIZE_PENDING, SIZE_KNOWN };

/* ---- the string ---- */

static void set_align(struct bc_layout *l, char of, uint32_t bits, uint32_t align)
{
	for (uint32_t i = 0; i < l->aligns.n; i++) {
		struct bc_align *a = &l->aligns.at[i];
		if (a->of == of && a->bits == bits) {
			a->align = align;
			return;
		}
	}
	vec_push(&l->aligns, ((struct bc_align){of, bits, align}));
}

static void set_pointer(struct bc_layout *l, uint32_t space, uint32_t bits,
			uint32_t align)
{
	for (uint32_t i = 0; i < l->pointers.n; i++) {
		struct bc_pointer_layout *p = &l->pointers.at[i];
		if (p->space == space) {
			p->bits = bits;
			p->align = align;
			return;
		}
	}
	vec_push(&l->pointers, ((struct bc_pointer_layout){space, bits, align}));
}

static void set_defaults(struct bc_layout *l)
{
	static const struct bc_align defaults[] = {
		{'i', 1, 1},  {'i', 8, 1},  {'i', 16, 2},   {'i', 32, 4}, {'i', 64, 4},
		{'f', 16, 2}, {'f', 32, 4}, {'f', 64, 8},   {'f', 128, 16},
		{'v', 64, 8}, {'v', 128, 16},
	};
	for (size_t i = 0; i < sizeof(defaults) / sizeof(*defaults); i++)
		vec_push(&l->aligns, defaults[i]);
	set_pointer(l, 0, 64, 8);
	l->aggregate = 1;
}

static uint32_t number(const char **at)
{
	char *end;
	unsigned long v = strtoul(*at, &end, 10);
	*at = end;
	return v > 1 << 24 ? 1 << 24 : (uint32_t)v;
}

static uint32_t next_number(const char **at)
{
	if (**at != ':')
		return 0;
	++*at;
	return number(at);
}

static uint32_t in_bytes(uint32_t bits)
{
	return bits < 8 ? 1 : bits / 8;
}

/* One specification: a letter, a number, and numbers after colons. */
static void read_specification(struct bc_layout *l, const char *at)
{
	char of = *at++;
	uint32_t bits = number(&at), first = next_number(&at), second = next_number(&at);
	switch (of) {
	case 'p':
		if (first)
			set_pointer(l, bits, first, in_bytes(second ? second : first));
		break;
	case 'i':
	case 'f':
	case 'v':
		set_align(l, of, bits, in_bytes(first));
		break;
	case 'a':
		l->aggregate = in_bytes(first);
		break;
	default:
		break; /* endianness, mangling, stack... */
	}
}

void read_layout(struct bitcode *m)
{
	set_defaults(&m->layout);
	const char *at = str_cstr(&m->layout_text);
	while (*at) {
		if (*at >= 'a' && *at <= 'z' && strncmp(at, "ni:", 3) != 0)
			read_specification(&m->layout, at);
		at += strcspn(at, "-");
		at += *at == '-';
	}
}

void free_layout(struct bc_layout *l)
{
	vec_free(&l->aligns);
	vec_free(&l->pointers);
}

/* ---- types ---- */

static const struct bc_pointer_layout *pointer_layout(const struct bitcode *m,
						      uint64_t space)
{
	for (uint32_t i = 0; i < m->layout.pointers.n; i++) {
		if (m->layout.pointers.at[i].space == space)
			return &m->layout.pointers.at[i];
	}
	return &m->layout.pointers.at[0];
}

uint32_t pointer_size(const struct bitcode *m)
{
	return (pointer_layout(m, 0)->bits + 7) / 8;
}

static uint32_t power_of_two(uint64_t size)
{
	uint32_t p = 1;
	while (p < size && p < 1u << 30)
		p *= 2;
	return p;
}

/* Integers that are not listed are aligned as the next larger one, or as the
 * largest. */
static uint32_t int_align(const struct bitcode *m, uint64_t bits)
{
	const struct bc_align *next = NULL, *largest = NULL;
	for (uint32_t i = 0; i < m->layout.aligns.n; i++) {
		const struct bc_align *a = &m->layout.aligns.at[i];
		if (a->of != 'i')
			continue;
		if (a->bits >= bits && (!next || a->bits < next->bits))
			next = a;
		if (!largest || a->bits > largest->bits)
			largest = a;
	}
	return (next ? next : largest)->align;
}

/* Others only by their exact width; if it is not listed, naturally. */
static uint32_t exact_align(const struct bitcode *m, char of, uint64_t bits)
{
	for (uint32_t i = 0; i < m->layout.aligns.n; i++) {
		const struct bc_align *a = &m->layout.aligns.at[i];
		if (a->of == of && a->bits == bits)
			return a->align;
	}
	return power_of_two((bits + 7) / 8);
}

static uint64_t round_up(uint64_t size, uint32_t align)
{
	return (size + align - 1) / align * align;
}

static void scalar_size(struct bc_type_info *t, uint64_t bits, uint32_t align)
{
	t->sized = true;
	t->store = (bits + 7) / 8;
	t->align = align;
	t->stride = round_up(t->store, align);
}

static uint64_t scalar_bits(const struct bitcode *m, const struct bc_type_info *t)
{
	switch (t->kind) {
	case BC_HALF:
	case BC_BFLOAT:
		return 16;
	case BC_FLOAT:
		return 32;
	case BC_DOUBLE:
	case BC_X86_MMX:
		return 64;
	case BC_X86_FP80:
		return 80;
	case BC_FP128:
	case BC_PPC_FP128:
		return 128;
	case BC_X86_AMX:
		return 8192;
	case BC_INTEGER:
		return t->n;
	case BC_POINTER:
		return pointer_layout(m, t->n)->bits;
	default:
		return t->store * 8;
	}
}

/* Of a vector whose length is a multiple of something, the smallest size it can
 * have. Nothing with such a vector in it has fixed offsets. */
static void sequence_size(struct bitcode *m, struct bc_type_info *t, bc_type element)
{
	struct bc_type_info e = *measured(m, element);
	t->sized = e.sized;
	t->scalable = e.scalable || t->kind == BC_SCALABLE_VECTOR;
	if (t->n > UINT64_MAX / 64 / (e.stride + 8)) {
		bitcode_fail(m, "a type is too large");
		return;
	}
	if (t->kind == BC_ARRAY) {
		t->align = e.align;
		t->store = t->stride = e.stride * t->n;
		return;
	}
	uint64_t bits = scalar_bits(m, &e) * t->n;
	scalar_size(t, bits, exact_align(m, 'v', bits));
	if (t->scalable)
		t->stride = t->store;
}

static void struct_size(struct bitcode *m, bc_type id, struct bc_type_info *t)
{
	uint64_t at = 0;
	t->sized = true;
	t->align = 1;
	for (uint32_t i = 0; i < t->part_count; i++) {
		const struct bc_type_info *part = measured(m, type_part(m, id, i));
		uint32_t align = t->packed ? 1 : part->align;
		t->sized = t->sized && part->sized;
		t->scalable = t->scalable || part->scalable;
		t->align = align > t->align ? align : t->align;
		at = round_up(at, align ? align : 1) + part->stride;
		if (at > UINT64_MAX / 128)
			bitcode_fail(m, "a type is too large");
	}
	if (!t->packed && m->layout.aggregate > t->align)
		t->align = m->layout.aggregate;
	t->store = t->stride = round_up(at, t->align);
}

static struct bc_type_info measure(struct bitcode *m, bc_type id)
{
	struct bc_type_info t = m->types.at[id];
	t.align = 1;
	switch (t.kind) {
	case BC_INTEGER:
		scalar_size(&t, t.n, int_align(m, t.n));
		break;
	case BC_POINTER:
		scalar_size(&t, scalar_bits(m, &t), pointer_layout(m, t.n)->align);
		break;
	case BC_X86_MMX:
		scalar_size(&t, 64, exact_align(m, 'v', 64));
		break;
	case BC_X86_AMX:
		scalar_size(&t, 8192, 64);
		break;
	case BC_HALF:
	case BC_BFLOAT:
	case BC_FLOAT:
	case BC_DOUBLE:
	case BC_X86_FP80:
	case BC_FP128:
	case BC_PPC_FP128:
		scalar_size(&t, scalar_bits(m, &t),
			    exact_align(m, 'f', scalar_bits(m, &t)));
		break;
	case BC_ARRAY:
	case BC_VECTOR:
	case BC_SCALABLE_VECTOR:
		sequence_size(m, &t, type_part(m, id, 0));
		break;
	case BC_STRUCT:
		struct_size(m, id, &t);
		break;
	case BC_TARGET: /* opaque: counts as a pointer */
		scalar_size(&t, 8 * (uint64_t)pointer_size(m), 1);
		t.scalable = true;
		break;
	default:
		break; /* no size */
	}
	return t;
}

const struct bc_type_info *measured(struct bitcode *m, bc_type id)
{
	if (m->types.at[id].state == SIZE_UNKNOWN) {
		m->types.at[id].state = SIZE_PENDING;
		struct bc_type_info t = measure(m, id);
		t.state = SIZE_KNOWN;
		if (!t.sized)
			t.store = t.stride = 0;
		m->types.at[id] = t;
	} else if (m->types.at[id].state == SIZE_PENDING) {
		bitcode_fail(m, "a type contains itself");
	}
	return &m->types.at[id];
}

uint64_t member_offset(struct bitcode *m, bc_type structure, uint32_t n)
{
	const struct bc_type_info *t = measured(m, structure);
	uint64_t at = 0;
	if (t->scalable)
		return 0;
	for (uint32_t i = 0; i <= n; i++) {
		const struct bc_type_info *part = measured(m, type_part(m, structure, i));
		at = t->packed ? at : round_up(at, part->align);
		if (i < n)
			at += part->stride;
	}
	return at;
}
