/* SPDX-License-Identifier: MIT */
/*
 * Contracts: 'guard struct box.count by struct box.lock' in .chequer, or GUARDED_BY in the
 * source. Each place that uses the memory while others run must hold the lock, whatever else
 * may keep it apart from the others; who makes the lock has the object for himself. A place
 * that does not is a race of level high: that which is known already, or one of its own.
 */
#include <string.h>

#include "race/discipline/discipline.h"
#include "race/show/show.h"

/* ---- names ---- */

static const char *without_tag(const char *name)
{
	if (strncmp(name, "struct ", 7) == 0)
		return name + 7;
	return strncmp(name, "union ", 6) == 0 ? name + 6 : name;
}

static bool is_called(const char *name, const char *said)
{
	return strcmp(without_tag(name), without_tag(said)) == 0;
}

/* As it is written; all elements of an array are meant by its name. */
static bool is_row(struct races *r, struct arena *a, const struct row *w, const char *said)
{
	struct report_memory m = {0};
	name_row(r, a, w, &m);
	size_t n = strlen(m.name);
	if (n > 2 && strcmp(m.name + n - 2, "[]") == 0)
		m.name = arena_printf(a, "%.*s", (int)n - 2, m.name);
	return is_called(m.name, said);
}

/* The lock by its name; the member of the same struct may be named alone. 0: nobody takes it. */
static uint32_t find_lock(struct races *r, struct arena *a, const struct row *w,
			  const char *said)
{
	const char *full = w->record ? arena_printf(a, "%s.%s", w->record, said) : said;
	for (uint32_t class = 1; class < r->classes.list.n; class++) {
		const char *name = name_lock_class(r, a, class);
		if (is_called(name, said) || is_called(name, full))
			return class;
	}
	return 0;
}

/* ---- races ---- */

static bool is_at(const struct report_access *a, const struct report_place *p)
{
	return a->place.line == p->line && a->place.column == p->column && a->place.file &&
	       p->file && strcmp(a->place.file, p->file) == 0;
}

/* Races that have an access there are what the contract forbids. */
static bool raise_known(struct report *out, struct report_race *races,
			const struct report_place *p, const char *text)
{
	bool known = false;
	for (uint32_t i = 0; i < out->race_count; i++) {
		struct report_race *x = &races[i];
		for (uint32_t k = 0; k < x->access_count; k++) {
			if (!is_at(&x->accesses[k], p))
				continue;
			x->contract = text;
			if (x->confidence < CONFIDENCE_HIGH)
				x->confidence = CONFIDENCE_HIGH;
			known = true;
			break;
		}
	}
	return known;
}

static struct report_access show_row_use(struct races *r, struct arena *a,
					 const struct row_use *u)
{
	const struct situations *l = &r->lists.at[u->of.situations];
	const struct situation *s = &r->situations.at[l->first];
	const struct access *x = u->of.access;
	struct instance i = {.thread = s->thread, .access = x, .path = u->of.path,
			     .guards = s->guards};
	struct point at = {s->context, x->chain, x->func, x->inst, s->running};
	return show_access(r, a, &i, &at, x);
}

/* Of one row: the places that break the contract, and one that keeps it. */
struct broken {
	VEC(struct report_access) accesses;
	bool keeps; /* the last one does */
};

static void collect(struct races *r, struct report *out, struct report_race *races,
		    const struct row *w, uint32_t class, const char *text, struct broken *b)
{
	struct row_use *all = r->discipline->uses.at;
	const struct row_use *good = NULL;
	for (uint32_t i = w->first; i < w->end; i++) {
		int f = class ? follows_lock(r, &all[i], class) : BREAKS;
		const struct access *x = all[i].of.access;
		struct report_place place = place_of(r->p, x->func, x->inst);
		bool write = x->kind != READ;
		if (f == FOLLOWS && (!good || write))
			good = &all[i];
		if (f != BREAKS || raise_known(out, races, &place, text))
			continue;
		if (b->accesses.n && is_at(&vec_last(&b->accesses), &place))
			continue;
		vec_push(&b->accesses, show_row_use(r, &out->memory, &all[i]));
	}
	b->keeps = good && b->accesses.n;
	if (b->keeps)
		vec_push(&b->accesses, show_row_use(r, &out->memory, good));
}

static struct report_race make_race(struct races *r, struct arena *a, const struct row *w,
				    const struct broken *b, const char *text)
{
	struct report_memory m = {0};
	uint32_t n = b->accesses.n, broken = n - b->keeps;
	struct report_pair *pairs = ARENA_ARRAY(a, struct report_pair, n);
	name_row(r, a, w, &m);
	for (uint32_t i = 0; i < broken; i++)
		pairs[i] = (struct report_pair){.a = i, .b = b->keeps ? n - 1 : i,
						.confidence = CONFIDENCE_HIGH};
	uint64_t id = hash_bytes(m.name, strlen(m.name), 31);
	id = hash_combine(id, hash_bytes(b->accesses.at[0].function,
					 strlen(b->accesses.at[0].function), 32));
	return (struct report_race){
		.id = arena_printf(a, "%016llx", (unsigned long long)id),
		.name = m.name, .kind = w->record ? "unknown" : "global",
		.declared = w->record ? (struct report_place){0} : m.declared,
		.confidence = CONFIDENCE_HIGH, .access_count = n, .pair_count = broken,
		.accesses = arena_memdup(a, b->accesses.at, n * sizeof(*b->accesses.at)),
		.pairs = pairs, .contract = text};
}

static void check_row(struct races *r, struct report *out, struct report_race *races,
		      const struct race_contract *c, const struct row *w, uint32_t *added)
{
	struct arena *a = &out->memory;
	uint32_t class = find_lock(r, a, w, c->lock);
	const char *text =
		arena_printf(a, "%s: '%s' is to be guarded by '%s'%s", c->where, c->memory,
			     c->lock, class ? "" : ", which nobody takes");
	struct broken b = {0};
	collect(r, out, races, w, class, text, &b);
	if (b.accesses.n)
		races[out->race_count + (*added)++] = make_race(r, a, w, &b, text);
	vec_free(&b.accesses);
}

void check_contracts(struct races *r, struct report *out)
{
	const struct race_input *in = r->in;
	uint32_t added = 0, most = out->race_count + r->discipline->rows.n * in->contract_count;
	if (!in->contract_count)
		return;
	struct report_race *races = ARENA_ARRAY(&out->memory, struct report_race, most + 1);
	memcpy(races, out->races, out->race_count * sizeof(*races));
	for (uint32_t i = 0; i < in->contract_count; i++) {
		bool found = false;
		for (uint32_t k = 1; k < r->discipline->rows.n; k++) {
			const struct row *w = &r->discipline->rows.at[k];
			if (w->first == w->end ||
			    !is_row(r, &out->memory, w, in->contracts[i].memory))
				continue;
			found = true;
			check_row(r, out, races, &in->contracts[i], w, &added);
		}
		if (!found && !in->contracts[i].annotated)
			warn("%s: no thread uses '%s' while others run", in->contracts[i].where,
			     in->contracts[i].memory);
	}
	out->races = races;
	out->race_count += added;
}
