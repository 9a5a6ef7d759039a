/* SPDX-License-Identifier: MIT */
/*
 * From rows and locks to their declarations, beside which an annotation may be written. A
 * row is named from the outside ('struct server.accounts[].balance'); its declaration is
 * that of the innermost member ('struct account', 'balance').
 */
#include "ir/names.h"
#include "race/discipline/discipline.h"

static struct report_declared declared_member(struct races *r, struct arena *a, type_id t,
					      uint64_t offset, uint64_t size)
{
	struct report_declared out = {0};
	struct ir_declared d;
	struct str path = {0}, record = {0};
	if (t && type_find_declared(r->p, t, offset, size, &d, &path)) {
		if (d.named)
			type_print(r->p, d.named, &record);
		out.record = d.named ? arena_strdup(a, str_cstr(&record)) : NULL;
		out.path = arena_strdup(a, str_cstr(&path));
		out.name = ir_str(r->p, d.member->name);
		out.place = place_of_loc(r->p, r->p->types.at[d.record].loc);
	}
	str_free(&path);
	str_free(&record);
	return out;
}

static struct report_declared declared_variable(struct races *r, struct arena *a,
						sym_id sym)
{
	const struct ir_symbol *s = &r->p->symbols.at[sym];
	const char *name = arena_strdup(a, ir_str(r->p, s->name));
	return (struct report_declared){NULL, name, name, place_of_loc(r->p, s->loc)};
}

struct report_declared declared_row(struct races *r, struct arena *a, const struct row *w)
{
	const struct pt_object *o = pointers_object(r->pt, w->obj);
	if (w->record)
		return declared_member(r, a, type_of_field(r, w->field),
				       field_at(r, w->field).offset,
				       w->size ? w->size : 1);
	if (o->kind == OBJ_VARIABLE)
		return declared_variable(r, a, o->sym);
	return (struct report_declared){0};
}

/* A variable, or a member of one. */
static struct report_declared declared_named(struct races *r, struct arena *a,
					     path_id lock)
{
	path_id base;
	int64_t offset = path_split_offset(&r->t->paths, lock, &base);
	const struct path *x = path_at(&r->t->paths, base);
	if (x->kind != PATH_SYMBOL)
		return (struct report_declared){0};
	const struct ir_symbol *s = &r->p->symbols.at[x->a];
	uint8_t kind = r->p->types.at[type_strip(r->p, s->type)].kind;
	if (kind == TYPE_STRUCT || kind == TYPE_ARRAY)
		return declared_member(r, a, s->type, (uint64_t)offset, 0);
	return declared_variable(r, a, x->a);
}

struct report_declared declared_lock(struct races *r, struct arena *a, uint32_t class)
{
	uint32_t key[2];
	memcpy(key, intern_at(&r->classes.list, class), sizeof(key));
	if (key[0])
		return declared_named(r, a, key[1]);
	return declared_member(r, a, type_of_field(r, key[1]), field_at(r, key[1]).offset,
			       0);
}
