/* SPDX-License-Identifier: MIT */
/*
 * Attributes: a group says something about one place (function, result, formal);
 * a list, which functions and calls name by number, is some groups.
 */
#include "front/llvm/bitcode.h"
#include "front/llvm/codes.h"

/* How an attribute is written. */
enum {
	FORM_FLAG = 0,
	FORM_NUMBER = 1,
	FORM_KEY = 3,
	FORM_KEY_VALUE = 4,
	FORM_NO_TYPE = 5,
	FORM_TYPE = 6,
	FORM_RANGE = 7,
	FORM_RANGES = 8,
};

static uint32_t skip_text(struct bitcode *m, uint32_t at)
{
	while (at < m->in.fields.n && m->in.fields.at[at])
		at++;
	return at + 1;
}

/* Two numbers; wide ones are preceded by how many words each has. */
static uint32_t skip_range(struct bitcode *m, uint32_t at, uint64_t bits)
{
	if (bits <= 64)
		return at + 2;
	uint64_t words = bits_field(&m->in, at);
	uint64_t n = (words & UINT32_MAX) + (words >> 32);
	return n > m->in.fields.n ? UINT32_MAX : at + 1 + (uint32_t)n;
}

static uint32_t skip_ranges(struct bitcode *m, uint32_t at)
{
	uint64_t n = bits_field(&m->in, at), bits = bits_field(&m->in, at + 1);
	at += 2;
	for (uint64_t i = 0; i < n && at < m->in.fields.n; i++)
		at = skip_range(m, at, bits);
	return at;
}

static void take_flag(struct bc_attribute_group *g, uint64_t key)
{
	if (key == ATTRIBUTE_NORETURN)
		g->flags |= BC_NORETURN;
	if (key == ATTRIBUTE_RETURNS_TWICE)
		g->flags |= BC_RETURNS_TWICE;
	if (key == ATTRIBUTE_READNONE)
		g->flags |= BC_NO_MEMORY;
}

static bool text_is(struct bitcode *m, uint32_t at, const char *text)
{
	while (*text && bits_field(&m->in, at) == (uint64_t)*text) {
		text++;
		at++;
	}
	return !*text && bits_field(&m->in, at) == 0;
}

/* What targets call it: "interrupt"="IRQ", "signal". */
static void take_key(struct bitcode *m, struct bc_attribute_group *g, uint32_t at)
{
	if (text_is(m, at, "interrupt") || text_is(m, at, "signal"))
		g->flags |= BC_INTERRUPT;
}

/* The attribute at field 'at'; where the next one is. */
static uint32_t take_attribute(struct bitcode *m, struct bc_attribute_group *g,
			       uint32_t at)
{
	uint64_t form = bits_field(&m->in, at), key = bits_field(&m->in, at + 1);
	switch (form) {
	case FORM_FLAG:
		take_flag(g, key);
		return at + 2;
	case FORM_NUMBER:
		if (key == ATTRIBUTE_MEMORY && bits_field(&m->in, at + 2) == 0)
			g->flags |= BC_NO_MEMORY;
		return at + 3;
	case FORM_KEY:
		take_key(m, g, at + 1);
		return skip_text(m, at + 1);
	case FORM_KEY_VALUE:
		take_key(m, g, at + 1);
		return skip_text(m, skip_text(m, at + 1));
	case FORM_NO_TYPE:
		return at + 2;
	case FORM_TYPE:
		if (key == ATTRIBUTE_BYVAL)
			g->byval = field_type(m, at + 2);
		if (key == ATTRIBUTE_ELEMENT_TYPE)
			g->element = field_type(m, at + 2);
		return at + 3;
	case FORM_RANGE:
		return skip_range(m, at + 3, bits_field(&m->in, at + 2));
	case FORM_RANGES:
		return skip_ranges(m, at + 2);
	default:
		bitcode_fail(m, "a form of attribute is unknown");
		return UINT32_MAX;
	}
}

void read_attribute_groups(struct bitcode *m)
{
	bits_enter(&m->in);
	while (bits_next(&m->in) == BITS_RECORD) {
		if (m->in.code != GROUP_ENTRY)
			continue;
		struct bc_attribute_group g = {
			.id = (uint32_t)bits_field(&m->in, 0),
			.place = (uint32_t)bits_field(&m->in, 1),
			.byval = BC_NONE,
			.element = BC_NONE,
		};
		for (uint32_t at = 2; at < m->in.fields.n;)
			at = take_attribute(m, &g, at);
		if (g.flags || g.byval != BC_NONE || g.element != BC_NONE)
			vec_push(&m->groups, g);
	}
}

/* Groups that say nothing of interest are left out. */
static void add_group(struct bitcode *m, uint64_t id)
{
	for (uint32_t i = 0; i < m->groups.n; i++) {
		if (m->groups.at[i].id == id)
			vec_push(&m->attribute_groups_of, i);
	}
}

void read_attributes(struct bitcode *m)
{
	bits_enter(&m->in);
	while (bits_next(&m->in) == BITS_RECORD) {
		if (m->in.code != ATTRIBUTES_ENTRY)
			continue;
		struct bc_attribute_list l = {.first = m->attribute_groups_of.n};
		for (uint32_t i = 0; i < m->in.fields.n; i++)
			add_group(m, m->in.fields.at[i]);
		l.n = m->attribute_groups_of.n - l.first;
		vec_push(&m->attributes, l);
	}
}

static const struct bc_attribute_group *group_on(const struct bitcode *m, uint32_t list,
						 uint32_t place)
{
	if (list >= m->attributes.n)
		return NULL;
	const struct bc_attribute_list *l = &m->attributes.at[list];
	for (uint32_t i = 0; i < l->n; i++) {
		uint32_t g = m->attribute_groups_of.at[l->first + i];
		if (m->groups.at[g].place == place)
			return &m->groups.at[g];
	}
	return NULL;
}

unsigned attribute_flags(const struct bitcode *m, uint32_t list, uint32_t place)
{
	const struct bc_attribute_group *g = group_on(m, list, place);
	return g ? g->flags : 0;
}

bc_type attribute_byval(const struct bitcode *m, uint32_t list, uint32_t place)
{
	const struct bc_attribute_group *g = group_on(m, list, place);
	return g ? g->byval : BC_NONE;
}

bc_type attribute_element(const struct bitcode *m, uint32_t list, uint32_t place)
{
	const struct bc_attribute_group *g = group_on(m, list, place);
	return g ? g->element : BC_NONE;
}
