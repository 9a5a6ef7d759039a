/* SPDX-License-Identifier: MIT */
/*
 * The lock discipline: every access that another thread may meet is written down under the
 * name that the program has for the memory, also where nothing races. The rule is found
 * afterwards (row_rule.c); what is proved is what no pair was left of.
 */
#include "race/discipline/discipline.h"
#include "race/pair/pair.h"
#include "race/rank/rank.h"
#include "race/show/show.h"
#include "race/veto/veto.h"

#include <stdlib.h>
#include <string.h>

#include "base/limit.h"
#include "ir/names.h"

struct discipline *discipline_new(void)
{
	struct discipline *d = xcalloc(1, sizeof(*d));
	vec_push(&d->rows, ((struct row){0}));
	return d;
}

void discipline_free(struct discipline *d)
{
	if (!d)
		return;
	arena_release(&d->memory);
	vec_free(&d->rows);
	vec_free(&d->uses);
	intern_free(&d->keys);
	map_free(&d->row_of);
	map_free(&d->types);
	map_free(&d->names);
	free(d);
}

/* ---- names of structs ---- */

static bool is_record(const struct ir_type *x)
{
	return x->kind == TYPE_STRUCT || x->kind == TYPE_UNION;
}

/* Several units have the same struct: the first type counts. */
static void index_types(struct races *r)
{
	struct discipline *d = r->discipline;
	for (type_id t = 1; t < r->p->types.n; t++) {
		const struct ir_type *x = &r->p->types.at[t];
		uint64_t key = map_key2(x->name, (uint32_t)x->size);
		type_id of = x->kind == TYPE_ALIAS && x->name ? type_strip(r->p, t) : 0;
		if (is_record(x) && x->name && x->member_count && !map_get(&d->types, key, 0))
			map_put(&d->types, key, t);
		if (of && is_record(&r->p->types.at[of]) && !r->p->types.at[of].name &&
		    !map_get(&d->names, of, 0))
			map_put(&d->names, of, t);
	}
	map_put(&d->types, 0, 0); /* so that it is not empty */
}

static type_id record_type(struct races *r, const struct field *f)
{
	if (!r->discipline->types.n)
		index_types(r);
	return f->named ? map_get(&r->discipline->types, map_key2(f->record, f->size), 0)
			: f->record;
}

type_id type_of_field(struct races *r, uint32_t field)
{
	struct field f = field_at(r, field);
	type_id t = record_type(r, &f);
	return r->p->types.at[t].name ? t : map_get(&r->discipline->names, t, 0);
}

/* ---- rows ---- */

static const char *print_record(struct races *r, type_id t)
{
	struct str s = {0};
	type_print(r->p, t, &s);
	const char *text = arena_strdup(&r->discipline->memory, str_cstr(&s));
	str_free(&s);
	return text;
}

/* '.stats.count'; NULL: no member fits. */
static const char *print_member(struct races *r, struct arena *a, uint32_t field, uint32_t size)
{
	struct field f = field_at(r, field);
	type_id t = record_type(r, &f), part;
	struct str s = {0};
	const char *text = NULL;
	if (t && type_name_part(r->p, t, f.offset, size, true, &s, &part) && s.n)
		text = arena_strdup(a, str_cstr(&s));
	str_free(&s);
	return text;
}

static uint32_t row_of_key(struct discipline *d, const void *key, size_t size, bool *is_new)
{
	uint32_t row = intern_bytes(&d->keys, key, size);
	*is_new = row == d->rows.n;
	if (*is_new)
		vec_push(&d->rows, ((struct row){.confidence = CONFIDENCE_LOW}));
	return row;
}

/* Rows are members by name: all elements of an array are one. */
static uint32_t add_field_row(struct races *r, uint32_t field, uint32_t size)
{
	struct discipline *d = r->discipline;
	type_id t = type_of_field(r, field);
	const char *member = t ? print_member(r, &d->memory, field, size) : NULL;
	struct str key = {0};
	bool is_new;
	if (!member)
		return 0;
	const char *record = print_record(r, t);
	str_addf(&key, "f%s%s", record, member);
	uint32_t row = row_of_key(d, key.at, key.n, &is_new);
	str_free(&key);
	if (is_new) {
		d->rows.at[row].record = record;
		d->rows.at[row].member = member + (*member == '.');
		d->rows.at[row].field = field;
	}
	return row;
}

static uint32_t field_row(struct races *r, uint32_t field, uint32_t size)
{
	uint64_t key = map_key2(field, size);
	uint32_t known = map_get(&r->discipline->row_of, key, UINT32_MAX);
	if (known == UINT32_MAX) {
		known = add_field_row(r, field, size);
		map_put(&r->discipline->row_of, key, known);
	}
	return known;
}

/* A variable, a local that others see, or memory without a struct. */
static uint32_t object_row(struct races *r, obj_id obj)
{
	const struct pt_object *o = pointers_object(r->pt, obj);
	uint32_t key[2] = {'o', obj};
	bool is_new;
	if (!obj || o->kind == OBJ_CLASS || o->kind == OBJ_EXTERNAL)
		return 0;
	return row_of_key(r->discipline, key, sizeof(key), &is_new);
}

/* 0: the memory has no name. */
static uint32_t row_of(struct races *r, path_id path, const struct access *a, obj_id obj)
{
	uint32_t field = field_of(r, path), row = 0;
	if (!field)
		field = field_of_access(r, a);
	if (field)
		row = field_row(r, field, a->size);
	return row ? row : object_row(r, obj);
}

/* ---- accesses ---- */

static obj_id first_shared(struct races *r, const struct pt_set *set)
{
	for (uint32_t i = 0; i < set->locs.n; i++)
		if (may_race(r, set->locs.at[i].obj))
			return set->locs.at[i].obj;
	return 0;
}

/* A helper that is given the address of a part does not know what it is: its caller does. */
static struct step step_of_use(struct races *r, const struct row *w, const struct candidate *c)
{
	const struct access *a = c->access;
	const struct summary *s = summary_of(r->t, c->func);
	struct step at = {a->func, a->inst};
	bool knows = !w->field || field_of_access(r, a) == field_of(r, c->path);
	for (uint32_t i = knows ? 0 : a->chain; i; i = s->chains.at[i].next)
		at = (struct step){s->chains.at[i].func, s->chains.at[i].inst};
	return at;
}

static struct row_use make_use(struct races *r, uint32_t row, const struct candidate *c)
{
	const struct row *w = &r->discipline->rows.at[row];
	struct step at = step_of_use(r, w, c);
	return (struct row_use){row, at, place_of(r->p, at.func, at.inst),
				field_use_of(c, w->field, c->access->func)};
}

void discipline_note(struct races *r, const struct candidate *c, const struct pt_set *set)
{
	struct discipline *d = r->discipline;
	const struct access *a = c->access;
	obj_id obj = first_shared(r, set);
	uint32_t row = obj && a->kind != FREE && !(a->flags & ACCESSF_UNKNOWN)
			       ? row_of(r, c->path, a, obj)
			       : 0;
	if (!row)
		return;
	struct row *w = &d->rows.at[row];
	if (!w->path) {
		w->path = c->path;
		w->size = a->size;
		w->obj = obj;
	}
	if (!c->situations) {
		w->set_alone |= a->kind == WRITE;
		return;
	}
	vec_push(&d->uses, make_use(r, row, c));
}

void discipline_judged(struct races *r, const struct instance *a, const struct instance *b,
		       enum veto v)
{
	struct row *rows = r->discipline->rows.at;
	if (v == VETO_COUNT || v == VETO_READS)
		return;
	rows[row_of(r, a->path, a->access, a->obj)].vetoes |= 1ull << v;
	rows = r->discipline->rows.at; /* it may have grown */
	rows[row_of(r, b->path, b->access, b->obj)].vetoes |= 1ull << v;
}

/* ---- races ---- */

static void mark(struct races *r, uint32_t row, uint8_t confidence)
{
	struct row *w = &r->discipline->rows.at[row];
	w->races = true;
	w->confidence = w->confidence > confidence ? w->confidence : confidence;
}

void discipline_cut(struct races *r, obj_id obj)
{
	for (uint32_t i = r->candidate_at[obj]; i < r->candidate_at[obj + 1]; i++) {
		const struct candidate x = nth_candidate(r, i), *c = &x;
		mark(r, row_of(r, c->path, c->access, obj), CONFIDENCE_LOW);
	}
}

/* An access that has another name for the memory, as it frees or copies all of it, belongs
 * to the row that it races with too. */
static void add_other(struct races *r, uint32_t row, const struct instance *x)
{
	const struct candidate *c = &r->clusters.at[x->cluster].of;
	if (row && c->situations)
		vec_push(&r->discipline->uses, make_use(r, row, c));
}

/* Under each name that the pair has for the memory. */
void discipline_found(struct races *r, const struct location *l)
{
	for (uint32_t i = l->found_first; i < l->found_first + l->found_count; i++) {
		const struct found *f = &r->found.at[i];
		const struct instance *a = &r->instances.at[f->a], *b = &r->instances.at[f->b];
		uint32_t x = row_of(r, a->path, a->access, a->obj);
		uint32_t y = row_of(r, b->path, b->access, b->obj);
		mark(r, x, f->confidence);
		mark(r, y, f->confidence);
		bool low = f->confidence == CONFIDENCE_LOW; /* most likely other memory */
		if (!low && (x != y || a->kind == FREE))
			add_other(r, y, a);
		if (!low && (x != y || b->kind == FREE))
			add_other(r, x, b);
	}
}

/* ---- to the report ---- */

static int by_use(const void *a, const void *b)
{
	const struct row_use *x = a, *y = b;
	if (x->row != y->row)
		return x->row < y->row ? -1 : 1;
	int c = report_place_order(x->place, y->place);
	if (c)
		return c;
	int kind = x->of.access->kind - y->of.access->kind;
	return kind ? kind : access_order(x->of.access, y->of.access);
}

static void sort_uses(struct discipline *d)
{
	if (d->uses.n)
		qsort(d->uses.at, d->uses.n, sizeof(*d->uses.at), by_use);
	for (uint32_t i = 0; i < d->uses.n; i++) {
		struct row *w = &d->rows.at[d->uses.at[i].row];
		w->first = w->end ? w->first : i;
		w->end = i + 1;
	}
}

static struct report_place declared_at(struct races *r, const struct row *w)
{
	const struct pt_object *o = pointers_object(r->pt, w->obj);
	loc_id loc = 0;
	if (w->record)
		loc = r->p->types.at[type_of_field(r, w->field)].loc;
	else if (o->kind == OBJ_VARIABLE)
		loc = r->p->symbols.at[o->sym].loc;
	else if (o->kind == OBJ_HEAP || o->kind == OBJ_LOCAL)
		return place_of(r->p, o->func, o->inst);
	return place_of_loc(r->p, loc);
}

void name_row(struct races *r, struct arena *a, const struct row *w, struct report_memory *m)
{
	const struct pt_object *o = pointers_object(r->pt, w->obj);
	struct paths *p = &r->t->paths;
	path_id path = w->path;
	m->declared = declared_at(r, w);
	if (w->record) {
		m->record = arena_strdup(a, w->record);
		m->member = arena_strdup(a, w->member);
		m->name = arena_printf(a, "%s.%s", w->record, w->member);
		return;
	}
	if (o->kind == OBJ_VARIABLE)
		path = path_leaf(p, PATH_SYMBOL, o->sym, 0);
	if (o->kind == OBJ_LOCAL)
		path = path_leaf(p, PATH_LOCAL, o->func, o->inst);
	m->name = show_memory(r, a, path, path == w->path ? w->size : 0);
}

/* A struct of the program that begins with the lock, or an array of them: its first member is
 * meant. Those of a library, whose names begin with an underscore, and unions, are the lock
 * itself. */
static void add_first_member(const struct program *p, type_id t, struct str *out)
{
	enum { MAX_NESTING = 16 };
	for (int i = 0; i < MAX_NESTING; i++) {
		const struct ir_type *x = &p->types.at[type_strip(p, t)];
		const struct ir_member *m = &p->members.at[x->members];
		bool record = x->kind == TYPE_STRUCT && x->member_count && m->name &&
			      m->offset == 0 && !(x->name && ir_str(p, x->name)[0] == '_');
		if (!record && x->kind != TYPE_ARRAY)
			break;
		str_addf(out, "%s%s", record ? "." : "[]", record ? ir_str(p, m->name) : "");
		t = record ? m->type : x->target;
	}
}

const char *name_lock_class(struct races *r, struct arena *a, uint32_t class)
{
	uint32_t key[2];
	memcpy(key, intern_at(&r->classes.list, class), sizeof(key));
	type_id t = key[0] ? 0 : type_of_field(r, key[1]), part = 0;
	if (key[0])
		return show_lock(r, a, key[1]);
	if (!t)
		return "a lock";
	struct str s = {0};
	type_print(r->p, t, &s);
	type_name_part(r->p, type_strip(r->p, t), field_at(r, key[1]).offset, 0, true, &s, &part);
	add_first_member(r->p, part, &s);
	const char *name = arena_strdup(a, str_cstr(&s));
	str_free(&s);
	return name;
}

static int by_status(const void *a, const void *b)
{
	const struct report_memory *x = *(struct report_memory *const *)a;
	const struct report_memory *y = *(struct report_memory *const *)b;
	int c = strcmp(x->name, y->name);
	if (x->status != y->status)
		return x->status < y->status ? -1 : 1;
	return c ? c : report_place_order(x->declared, y->declared);
}

/* In the order in which they are read. */
static void order_rows(struct report_memory *rows, uint32_t *classes, uint32_t n)
{
	struct report_memory **order = xmalloc((n + 1) * sizeof(*order));
	struct report_memory *copy = xmalloc((n + 1) * sizeof(*copy));
	uint32_t *old = xmalloc((n + 1) * sizeof(*old));
	memcpy(copy, rows, n * sizeof(*copy));
	memcpy(old, classes, n * sizeof(*old));
	for (uint32_t i = 0; i < n; i++)
		order[i] = &copy[i];
	if (n)
		qsort(order, n, sizeof(*order), by_status);
	for (uint32_t i = 0; i < n; i++) {
		rows[i] = *order[i];
		classes[i] = old[order[i] - copy];
	}
	free(order);
	free(copy);
	free(old);
}

void discipline_show(struct races *r, struct report *out)
{
	struct arena *a = &out->memory;
	struct discipline *d = r->discipline;
	struct report_discipline *x = ARENA_ARRAY(a, struct report_discipline, 1);
	*x = (struct report_discipline){0};
	for (uint32_t i = 0; i < r->locations.n; i++)
		discipline_found(r, &r->locations.at[i]);
	for (uint32_t i = 1; i < d->rows.n && limit_reached(); i++)
		mark(r, i, CONFIDENCE_LOW);
	sort_uses(d);
	check_contracts(r, out);
	struct report_memory *rows = ARENA_ARRAY(a, struct report_memory, d->rows.n);
	uint32_t *classes = xcalloc(d->rows.n, sizeof(*classes)), n = 0;
	for (uint32_t i = 1; i < d->rows.n; i++) {
		rows[n] = (struct report_memory){0};
		if (!find_rule(r, a, &d->rows.at[i], &rows[n], &classes[n]))
			continue;
		rows[n].spot = declared_row(r, a, &d->rows.at[i]);
		name_row(r, a, &d->rows.at[i], &rows[n++]);
	}
	order_rows(rows, classes, n);
	x->memory = rows;
	x->memory_count = n;
	show_locks_taken(r, a, x, rows, classes);
	out->discipline = x;
	free(classes);
}
