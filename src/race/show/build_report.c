/* SPDX-License-Identifier: MIT */
/*
 * From locations with surviving pairs to the report: one race for each memory
 * location, the pair that explains it best first, then the other accesses that
 * take part in any pair. The fingerprint has no line numbers, so that it survives
 * edits elsewhere in the file.
 */
#include <string.h>

#include "ir/names.h"
#include "race/order/asked.h"
#include "race/rank/rank.h"
#include "race/show/draft.h"
#include "race/show/show.h"
#include "race/veto/veto.h"

enum { MAX_LOW_ROWS = 40, MAX_RANKED = 1000 };

/* ---- names ---- */

/* Where it stands for many: the one that a side of the pair that leads means. */
static const struct pt_object *shown_object(const struct races *r, const struct location *l)
{
	const struct found *f = &r->found.at[l->found_first];
	obj_id a = r->clusters.at[r->instances.at[f->a].cluster].of.member;
	obj_id b = r->clusters.at[r->instances.at[f->b].cluster].of.member;
	return pointers_object(r->pt, a ? a : b ? b : l->obj);
}

static const char *kind_name(const struct races *r, const struct pt_object *o)
{
	const struct ir_symbol *s = &r->p->symbols.at[o->sym];
	switch (o->kind) {
	case OBJ_VARIABLE:
		if (s->flags & SYMF_CALLERS)
			return "parameter";
		if (s->flags & SYMF_STATE)
			return "state";
		return s->linkage == LINK_INTERNAL ? "static" : "global";
	case OBJ_HEAP:
		return "heap";
	case OBJ_LOCAL:
		return "local";
	default:
		return "unknown";
	}
}

static struct report_place declared_at(const struct races *r, const struct pt_object *o)
{
	if (o->kind == OBJ_HEAP || o->kind == OBJ_LOCAL)
		return place_of(r->p, o->func, o->inst);
	if (o->kind != OBJ_VARIABLE)
		return (struct report_place){0};
	return place_of_loc(r->p, r->p->symbols.at[o->sym].loc);
}

/* How much a name tells: nothing; which pointer leads there, but not to which part of what it
 * points to ('*rk', '*conf[]'); which part of what type; or both. */
enum telling { TELLS_NOTHING, TELLS_POINTER, TELLS_TYPE, TELLS_PART };
static enum telling what_it_tells(const char *name)
{
	if (!*name || strstr(name, "(heap)") || strstr(name, "(char *)"))
		return TELLS_NOTHING;
	if (strncmp(name, "struct ", 7) == 0 || strncmp(name, "union ", 6) == 0)
		return TELLS_TYPE;
	return *name == '*' && !strpbrk(name, ".>") ? TELLS_POINTER : TELLS_PART;
}

/* Allocated memory has no name of its own: that of the first access which tells most, of those
 * that reach it through variables and members that do have one. An access that touches all of an
 * object comes second to one that names a member. */
static const char *most_telling(const struct report_access *accesses, uint32_t n)
{
	const char *best = "";
	for (uint32_t i = 0; i < n && accesses[i].expression; i++)
		if (what_it_tells(accesses[i].expression) > what_it_tells(best))
			best = accesses[i].expression;
	return best;
}

/* By the type that the object is known to have: 'struct rd_kafka_s.rk_type'; NULL: it has none. */
static const char *typed_name(struct races *r, struct arena *a, const struct location *l,
			      uint32_t size)
{
	type_id t = pointers_object(r->pt, l->obj)->type, part;
	const struct ir_type *x = &r->p->types.at[type_strip(r->p, t)];
	struct str s = {0};
	const char *name = NULL;
	if (l->start == PT_ANY || !x->name || (x->kind != TYPE_STRUCT && x->kind != TYPE_UNION))
		return NULL;
	type_print(r->p, t, &s);
	if (type_name_part(r->p, t, l->start, size, false, &s, &part) && strchr(s.at, '.'))
		name = arena_strdup(a, s.at);
	str_free(&s);
	return name;
}

/* The name of the memory: by its variable where there is one, else as the accesses
 * name it. */
static const char *location_name(struct races *r, struct arena *a, const struct location *l,
				 const struct report_access *accesses, uint32_t n)
{
	const struct pt_object *o = shown_object(r, l);
	const struct instance *x = &r->instances.at[r->found.at[l->found_first].a];
	const struct instance *y = &r->instances.at[r->found.at[l->found_first].b];
	const struct instance *swap = x;
	if (x->offset != l->start && y->offset == l->start) {
		x = y; /* the other one begins elsewhere */
		y = swap;
	}
	struct paths *p = &r->t->paths;
	uint32_t size = x->size && (!y->size || x->size < y->size) ? x->size : y->size;
	path_id leaf = 0;
	if (o->kind == OBJ_VARIABLE)
		leaf = path_leaf(p, PATH_SYMBOL, o->sym, 0);
	if (o->kind == OBJ_LOCAL)
		leaf = path_leaf(p, PATH_LOCAL, o->func, o->inst);
	if (leaf && (x->path == y->path || o->array) && path_at(p, x->path)->root == leaf &&
	    !path_at(p, x->path)->loads)
		return show_memory(r, a, x->path, size);
	if (leaf)
		return show_memory(r, a, path_offset(p, leaf, l->start == PT_ANY ? 0 : l->start),
				   size);
	const char *name = most_telling(accesses, n);
	const char *typed = what_it_tells(name) < TELLS_TYPE ? typed_name(r, a, l, size) : NULL;
	if (!*name)
		name = *accesses[0].expression ? accesses[0].expression : "memory";
	return typed ? typed : name;
}

static uint64_t fingerprint(const struct report_race *x)
{
	const char *f = x->accesses[x->pairs[0].a].function;
	const char *g = x->accesses[x->pairs[0].b].function;
	bool swap = strcmp(f, g) > 0;
	uint64_t h = hash_bytes(x->name, strlen(x->name), 1);
	h = hash_combine(h, hash_bytes(x->kind, strlen(x->kind), 2));
	h = hash_combine(h, hash_bytes(swap ? g : f, strlen(swap ? g : f), 3));
	return hash_combine(h, hash_bytes(swap ? f : g, strlen(swap ? f : g), 4));
}

/* ---- one race ---- */

static const char *show_outlier(struct races *r, struct arena *a, const struct found *f)
{
	uint32_t outlier = r->instances.at[f->a].outlier;
	const struct usual *u = outlier ? &r->outlying.list.at[outlier] : &r->customary;
	return arena_printf(a, "%s: %u of %u hold '%s'", reason_text(REASON_OUTLIER), u->count,
			    u->total, show_lock(r, a, u->lock));
}

static void show_reasons(struct races *r, struct arena *a, const struct found *f,
			 struct report_ground *out)
{
	const char **texts = ARENA_ARRAY(a, const char *, REASON_COUNT);
	for (uint32_t i = 0; i < REASON_COUNT; i++) {
		if (!(f->reasons & 1ull << i))
			continue;
		const char *text = reason_text((enum reason)i);
		if ((i == REASON_MAY_LOCK || i == REASON_CONTAINER || i == REASON_LOST ||
		     i == REASON_LOST_AMONG_MANY) && f->may_lock)
			text = arena_printf(a, "%s: '%s'", text,
					    show_lock(r, a, f->may_lock));
		if (i == REASON_OUTLIER)
			text = show_outlier(r, a, f);
		texts[out->reason_count++] = text;
	}
	out->reasons = texts;
	for (uint32_t i = 0; i < AXIS_COUNT; i++) {
		_Static_assert((int)AXIS_COUNT == (int)REPORT_AXES, "the same axes");
		enum doubt d = doubt_of(f->reasons, (enum axis)i);
		out->doubts[i] = d == CERTAIN ? NULL : d == DOUBTFUL ? "doubtful" : "likely";
	}
}

static void show_usual(struct races *r, struct arena *a, const struct location *l,
		       const struct draft *d, struct report_race *out)
{
	struct usual u = usual_lock(r, l);
	if (!u.count)
		return;
	out->usual_count = u.count;
	out->usual_total = u.total;
	struct report_access *accesses =
		arena_memdup(a, out->accesses, out->access_count * sizeof(*accesses));
	for (uint32_t i = 0; i < d->rows.n; i++)
		accesses[i].lacks_usual =
			!holds_usual(r, &r->instances.at[d->rows.at[i].instance], &u);
	out->accesses = accesses;
	struct report_pair told = out->pairs[0];
	const struct row *w =
		&d->rows.at[!accesses[told.a].lacks_usual && accesses[told.b].lacks_usual ? told.b
											: told.a];
	out->usual_lock = show_lock_beside(r, a, &r->instances.at[w->instance], w->access, &u);
}

static const struct report_access *show_rows(struct races *r, struct arena *a,
					     const struct draft *d, bool in_full)
{
	struct report_access *out = ARENA_ARRAY(a, struct report_access, d->rows.n);
	for (uint32_t i = 0; i < d->rows.n; i++) {
		const struct row *w = &d->rows.at[i];
		struct point at = {w->context, w->access->chain, w->access->func,
				   w->access->inst, 0};
		const struct instance *x = &r->instances.at[w->instance];
		out[i] = in_full || i == 0 ? show_access(r, a, x, &at, w->access)
					   : show_place(r, x, w->access);
	}
	return out;
}

/* The best first: what is ranked fully can only fall behind others. */
static void rank_location(struct races *r, const struct location *l)
{
	struct found *at = r->found.at + l->found_first;
	qsort(at, l->found_count, sizeof(*at), by_score);
	ask_for_custom(r, l);
	ask_for_beginning(r, l);
	for (uint32_t i = 0; i < l->found_count && (r->unguarded || r->begun_by); i++)
		rank_again(r, &at[i]);
	for (uint32_t i = 0; i < l->found_count && r->customary.count; i++)
		if (is_exception(r, &r->instances.at[at[i].a], &r->instances.at[at[i].b]))
			rank_quickly(r, &at[i]);
	if (r->unguarded || r->customary.count)
		qsort(at, l->found_count, sizeof(*at), by_score);
	for (uint32_t n = 0; !at[0].ranked && n < MAX_RANKED; n++) {
		struct found first = rank_fully(r, at[0]);
		uint32_t i = 0;
		for (; i + 1 < l->found_count && by_score(&at[i + 1], &first) < 0; i++)
			at[i] = at[i + 1];
		at[i] = first;
	}
	struct found better = at[0];
	if (rank_others(r, l, &better)) {
		memmove(at + 1, at, (l->found_count - 1) * sizeof(*at));
		at[0] = better;
	}
}

/* ---- accesses to a whole object ---- */

static bool touches_all(const struct races *r, uint32_t instance)
{
	const struct instance *x = &r->instances.at[instance];
	return x->kind == FREE ||
	       (x->access->traits & TRAIT_BLOCK && (!x->size || x->size > sizeof(int64_t)));
}

/* The one access, to more than this location, that all pairs worth a look have. */
static uint64_t whole_of(struct races *r, const struct location *l)
{
	const struct found *f = &r->found.at[l->found_first];
	uint32_t x = touches_all(r, f->a) ? f->a : f->b;
	const struct access *a = r->instances.at[x].access;
	if (!touches_all(r, x) || l->start == PT_ANY || races_without(r, l, a))
		return 0;
	return (hash_combine(map_key2(a->func, a->inst), l->obj) & INT64_MAX) | 1;
}

/* ---- set-up behind a flag ---- */

static uint64_t hash_of_place(obj_id obj, uint32_t start)
{
	return (hash_combine(obj, start) & INT64_MAX) | 1;
}

/* The memory of the flag that it goes with, or 0. */
static uint64_t flag_of(struct races *r, const struct found *f)
{
	if (f->ranked && !(f->reasons & 1ull << REASON_LAZY))
		return 0;
	struct pt_loc at = setup_flag(r, &r->instances.at[f->a], &r->instances.at[f->b]);
	return at.obj ? hash_of_place(at.obj, at.offset) : 0;
}

/* ---- what each pair rests on ---- */

/* Pairs of one race with the same of these are told with the same words. */
struct ground_key {
	uint64_t reasons, behind;
	thread_id a, b;
	path_id may_lock;
};

struct grounds {
	VEC(struct ground_key) keys;
	VEC(struct report_ground) list;
};

static struct ground_key key_of_ground(struct races *r, const struct found *f)
{
	return (struct ground_key){f->reasons, flag_of(r, f), r->instances.at[f->a].thread,
				   r->instances.at[f->b].thread, f->may_lock};
}

static bool same_ground(const struct ground_key *x, const struct ground_key *y)
{
	return x->reasons == y->reasons && x->behind == y->behind && x->a == y->a &&
	       x->b == y->b && x->may_lock == y->may_lock;
}

/* 1 + its index. */
static uint32_t ground_of(struct races *r, struct arena *a, struct grounds *g,
			  const struct found *f)
{
	struct ground_key key = key_of_ground(r, f);
	for (uint32_t i = 0; i < g->keys.n; i++)
		if (same_ground(&g->keys.at[i], &key))
			return i + 1;
	const uint64_t by_callers = 1ull << REASON_INTERFACE | 1ull << REASON_MEANWHILE;
	struct report_ground x = {.behind = key.behind, .of_callers = f->reasons & by_callers};
	show_reasons(r, a, f, &x);
	x.unordered = unordered_text(r, a, &r->instances.at[f->a], &r->instances.at[f->b]);
	vec_push(&g->keys, key);
	vec_push(&g->list, x);
	return g->list.n;
}

/* Of those that are as sure as the race: the others never speak for it. */
static void show_pairs(struct races *r, struct arena *a, const struct draft *d,
		       struct report_race *out)
{
	struct grounds g = {{0}, {0}};
	struct report_pair *pairs = ARENA_ARRAY(a, struct report_pair, d->pairs.n);
	for (uint32_t i = 0; i < d->pairs.n; i++) {
		const struct draft_pair *p = &d->pairs.at[i];
		bool sure = i == 0 || p->of.confidence >= d->least;
		pairs[i] = (struct report_pair){p->a, p->b, p->of.confidence,
						sure ? ground_of(r, a, &g, &p->of) : 0};
	}
	out->pairs = pairs;
	out->pair_count = d->pairs.n;
	out->grounds = arena_memdup(a, g.list.at, g.list.n * sizeof(*g.list.at));
	out->ground_count = g.list.n;
	report_lead_with(a, out, 0);
	vec_free(&g.keys);
	vec_free(&g.list);
}

struct report_race show_race(struct races *r, struct arena *a, const struct location *l)
{
	struct draft d = {.most = REPORT_MAX_ACCESSES};
	struct report_race out = {0};
	rank_location(r, l);
	out.confidence = r->found.at[l->found_first].confidence;
	bool low = out.confidence == CONFIDENCE_LOW;
	if (low)
		d.most = MAX_LOW_ROWS;
	d.unranked = low && r->in->only_count_low;
	d.least = low ? CONFIDENCE_CONFIRMED : (uint8_t)out.confidence;
	if (!low)
		find_kinds(r, l, &d);
	draft_fill(r, l, &d, false);
	if (low && !r->in->only_count_low) {
		d.most = REPORT_MAX_ACCESSES;
		draft_fill(r, l, &d, true);
	}
	out.accesses = show_rows(r, a, &d, !low || !r->in->only_count_low);
	out.access_count = d.rows.n;
	show_pairs(r, a, &d, &out);
	const struct pt_object *o = shown_object(r, l);
	out.kind = kind_name(r, o);
	out.declared = declared_at(r, o);
	out.name = location_name(r, a, l, out.accesses, low ? 1 : out.access_count);
	if (!low) {
		out.whole = whole_of(r, l);
		out.at = hash_of_place(l->obj, l->start);
		show_usual(r, a, l, &d, &out);
		if (r->in->list_uses)
			show_uses(r, a, l, &out);
	}
	draft_free(&d);
	r->unguarded = false;
	r->begun_by = 0;
	return out;
}

/* ---- all races ---- */

static int by_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

static int by_confidence(const void *a, const void *b)
{
	const struct report_race *x = a, *y = b;
	if (x->confidence != y->confidence)
		return x->confidence > y->confidence ? -1 : 1;
	int c = report_place_order(x->accesses[x->pairs[0].a].place,
				   y->accesses[y->pairs[0].a].place);
	if (!c)
		c = by_text(x->name, y->name);
	return c ? c : report_place_order(x->declared, y->declared);
}

/* Another object, but the very same accesses: one report is enough. Variables of
 * different names are different races, also if one function is all that uses them. */
static uint64_t hash_of_accesses(const struct report_race *x)
{
	bool variable = strcmp(x->kind, "static") == 0 || strcmp(x->kind, "global") == 0;
	uint64_t sum = x->access_count;
	if (variable)
		sum += hash_bytes(x->name, strlen(x->name), 7);
	for (uint32_t i = 0; i < x->access_count; i++) {
		const struct report_access *a = &x->accesses[i];
		uint64_t h = a->place.file ? hash_bytes(a->place.file, strlen(a->place.file), 5)
					   : 0;
		h = hash_combine(h, map_key2(a->place.line, a->place.column));
		sum += hash_combine(h, map_key2(a->kind, a->thread));
	}
	return sum;
}

static uint32_t drop_repeated(struct report_race *races, uint32_t n)
{
	struct map seen = {0};
	uint32_t kept = 0;
	for (uint32_t i = 0; i < n; i++) {
		uint64_t h = hash_of_accesses(&races[i]) & INT64_MAX;
		if (map_get(&seen, h, 0))
			continue;
		map_put(&seen, h, 1);
		races[kept++] = races[i];
	}
	map_free(&seen);
	return kept;
}

static void name_races(struct arena *a, struct report_race *races, uint32_t n)
{
	struct map seen = {0};
	for (uint32_t i = 0; i < n; i++) {
		uint64_t h = fingerprint(&races[i]);
		while (map_get(&seen, h & INT64_MAX, 0))
			h = hash_combine(h, 6);
		map_put(&seen, h & INT64_MAX, 1);
		races[i].id = arena_printf(a, "%016llx", (unsigned long long)h);
	}
	map_free(&seen);
}

/* What was told of objects, then outliers. */
static uint32_t list_races(struct races *r, struct arena *a, struct report_race *out)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < r->told.n; i++) {
		if (r->told.at[i].obj)
			out[n++] = r->told.at[i].race;
	}
	for (uint32_t i = 0; i < r->locations.n; i++)
		out[n++] = show_race(r, a, &r->locations.at[i]);
	return n;
}

static void show_races(struct races *r, struct report *out)
{
	struct arena *a = &out->memory;
	uint32_t most = r->told.n + r->locations.n;
	struct report_race *races = ARENA_ARRAY(a, struct report_race, most ? most : 1);
	uint32_t n = list_races(r, a, races);
	qsort(races, n, sizeof(*races), by_confidence);
	n = drop_repeated(races, n);
	name_races(a, races, n);
	out->races = races;
	out->race_count = n;
}

/* ---- the rest ---- */

static void show_threads(struct races *r, struct report *out)
{
	const struct threads *t = r->t;
	uint32_t n = 0, most = t->list.n + t->begins.n;
	struct report_thread *list = ARENA_ARRAY(&out->memory, struct report_thread, most);
	for (thread_id id = 1; id < t->list.n; id++)
		list[n++] = show_thread(r, &out->memory, thread_at(t, id), thread_at(t, id)->many);
	for (uint32_t i = 1; i < t->begins.n; i++)
		list[n++] = show_thread(r, &out->memory, &t->begins.at[i], true);
	out->threads = list;
	out->thread_count = n;
}

static void show_funnel(struct races *r, struct report *out)
{
	struct report_stage *s =
		ARENA_ARRAY(&out->memory, struct report_stage, VETO_COUNT + 1);
	uint32_t n = 0;
	s[n++] = (struct report_stage){"reachable", r->counts.reachable};
	for (uint32_t i = 0; i < VETO_COUNT; i++) {
		if (i > 0 && strcmp(vetoes[i].stage, vetoes[i - 1].stage) == 0)
			s[n - 1].pairs = r->counts.left[i];
		else
			s[n++] = (struct report_stage){vetoes[i].stage, r->counts.left[i]};
	}
	out->funnel = s;
	out->stage_count = n;
}

static void show_vetoes(struct report *out)
{
	struct report_veto *v = ARENA_ARRAY(&out->memory, struct report_veto, VETO_COUNT);
	for (uint32_t i = 0; i < VETO_COUNT; i++)
		v[i] = (struct report_veto){vetoes[i].name, vetoes[i].stage, vetoes[i].text};
	out->vetoes = v;
	out->veto_count = VETO_COUNT;
}

void build_report(struct races *r, struct report *out)
{
	show_threads(r, out);
	show_races(r, out);
	show_funnel(r, out);
	show_vetoes(out);
	out->open_program = r->t->open_program;
	out->kernel = r->p->kernel;
	out->entry_count = r->t->entries.n - (r->t->unloads != NULL);
	out->internal_count = r->t->internal;
	out->guarded = r->counts.guarded;
	out->cut_objects = r->counts.cut_buckets;
	out->unresolved = r->t->unresolved;
}
