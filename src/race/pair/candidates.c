/* SPDX-License-Identifier: MIT */
/*
 * From accesses to candidates. The closed accesses of a function happen in each of
 * its contexts; the open accesses of a thread's entry happen there, bound to the
 * thread's argument. All contexts that name the memory alike are one candidate.
 *
 * What is known when all are listed decides which objects are looked at: those
 * touched by two threads that may be different, and written.
 */
#include "base/limit.h"
#include "base/sort.h"
#include "ir/names.h"
#include "race/discipline/discipline.h"
#include "race/pair/pair.h"
#include "race/rank/rank.h"

enum { OBJECT_IGNORED = 1, OBJECT_MAY_RACE = 2 };

static bool is_constant(const struct races *r, sym_id s)
{
	return r->p->symbols.at[s].flags & (SYMF_CONST | SYMF_STRING | SYMF_OUTSIDE);
}

/* Memory of libraries; what an undefined variable points to is the program's. */
static bool is_of_library(const struct races *r, const struct pt_object *x)
{
	return x->kind == OBJ_EXTERNAL &&
	       (!x->sym || r->p->symbols.at[x->sym].kind != SYM_VARIABLE);
}

static bool is_ignored(const struct races *r, obj_id o)
{
	const struct pt_object *x = pointers_object(r->pt, o);
	if (x->kind == OBJ_FUNCTION || x->kind == OBJ_STRINGS || is_of_library(r, x))
		return true;
	if (x->kind == OBJ_VARIABLE && is_constant(r, x->sym))
		return true;
	if (x->type && r->p->types.at[type_strip(r->p, x->type)].flags & TYPE_OUTSIDE)
		return true;
	return !pointers_may_be_shared(r->pt, o);
}

bool may_race(struct races *r, obj_id o)
{
	if (!r->object_state[o])
		r->object_state[o] = is_ignored(r, o) ? OBJECT_IGNORED : OBJECT_MAY_RACE;
	return r->object_state[o] == OBJECT_MAY_RACE;
}

/* ---- what an access needs to know of its thread's argument ---- */

static bool facts_hold(struct races *r, context_id c, const struct summary *s,
		       const struct access *a)
{
	for (uint32_t i = 0; i < a->fact_count; i++) {
		const struct fact *f = &s->facts.at[a->fact_first + i];
		path_id p = threads_close(r->t, c, f->path);
		const struct path *x = path_at(&r->t->paths, p);
		if (f->target && !threads_may_be_function(r->t, p, f->target))
			return false;
		if (f->target || x->kind != PATH_INT)
			continue;
		uint8_t sign = x->imm < 0 ? SIGN_NEGATIVE : x->imm ? SIGN_POSITIVE : SIGN_ZERO;
		if (!(f->signs & sign) || (f->exact && f->value != x->imm))
			return false;
	}
	return true;
}

/* Nobody but who called it can reach that memory, nor could anybody since. */
static bool is_own_then(struct races *r, context_id c, const struct access *a)
{
	return !(a->flags & ACCESSF_ESCAPED) && threads_is_own(r->t, c, a->path);
}

/* ---- every access in every scene ---- */

static void note_use(struct races *r, const struct candidate *c, const struct situations *l)
{
	struct object_use *u = &r->uses[c->obj];
	thread_id id = threads_runner(r->t, r->situations.at[l->first].thread);
	u->several |= l->several || (u->thread && u->thread != id);
	u->thread = id;
	u->writes |= c->access->kind != READ;
	u->plain |= !(c->access->flags & ACCESSF_ATOMIC);
	u->known |= c->targets <= FEW_TARGETS;
}

static bool is_touch(const struct touch *d, const struct candidate *x)
{
	return d->access == x->access && d->func == x->func && d->path == x->path &&
	       d->situations == x->situations && d->only == x->only &&
	       d->record == x->record && d->targets == x->targets &&
	       d->guessed == x->guessed && d->bound == x->bound && d->early == x->early &&
	       d->ending == x->ending;
}

/* Those of one access come one after the other. */
static void keep_candidate(struct races *r, const struct candidate *x)
{
	if (!r->touches.n || !is_touch(&vec_last(&r->touches), x))
		vec_push(&r->touches,
			 ((struct touch){.access = x->access, .func = x->func, .path = x->path,
					.situations = x->situations, .only = x->only,
					.record = x->record, .targets = x->targets,
					.guessed = x->guessed, .bound = x->bound,
					.early = x->early, .ending = x->ending}));
	vec_push(&r->candidates,
		 ((struct kept_candidate){x->obj, x->member, x->offset, x->first,
					  (r->touches.n - 1) & INT32_MAX}));
}

/* What may mean many objects has low confidence in any case: one context of each
 * function and thread is enough to say so. */
static void add_candidate(struct races *r, struct scene *s, struct candidate *x)
{
	uint32_t all = x->situations;
	note_use(r, x, &r->lists.at[all]);
	if (x->targets > FEW_TARGETS && !r->why)
		x->situations = situations_of(r, s, x->access, true);
	if (x->situations)
		keep_candidate(r, x);
	x->situations = all;
}

/* A parameter of f that stands for what any caller passes. */
static bool is_unbound(const struct races *r, func_id f, path_id path)
{
	const struct path *root = path_at(&r->t->paths, path_at(&r->t->paths, path)->root);
	return root->kind == PATH_VALUE && root->a == f && root->b & VALUE_PARAM;
}

static uint32_t only_of(struct races *r, path_id path, int64_t value)
{
	uint32_t key[] = {path, (uint32_t)value, (uint32_t)((uint64_t)value >> 32)};
	uint32_t id = intern_bytes(&r->only_keys, key, sizeof(key));
	if (id == r->onlys.n)
		vec_push(&r->onlys, ((struct only_there){path, value}));
	return id;
}

/* A fact about the number that each thread has for itself. */
static void find_only(struct races *r, const struct scene *s, struct candidate *x)
{
	const struct summary *sum = summary_of(r->t, s->func);
	for (uint32_t i = 0; i < x->access->fact_count && !x->only; i++) {
		const struct fact *f = &sum->facts.at[x->access->fact_first + i];
		path_id p = f->exact && !f->target
				    ? threads_close(r->t, s->contexts.at[0], f->path)
				    : 0;
		if (!p || path_at(&r->t->paths, p)->kind != PATH_RANGE)
			continue;
		x->only = only_of(r, p, f->value);
	}
}

/* Was one of the calls from the function down to the access guessed, and how wildly? */
static uint8_t guess_of(const struct races *r, const struct summary *s, const struct access *a)
{
	enum guess_kind most = GUESS_NONE;
	for (uint32_t c = a->chain; c; c = s->chains.at[c].next) {
		const struct chain *k = &s->chains.at[c];
		func_id callee = k->next ? s->chains.at[k->next].func : a->func;
		enum guess_kind g = pointers_guess(r->pt, k->func, k->inst,
					      r->p->funcs.at[callee].sym);
		most = g > most ? g : most;
	}
	return (uint8_t)most;
}

bool ends_below(const struct races *r, func_id f, uint32_t chain, func_id last)
{
	const bool *ends = r->t->in.callgraph->ends;
	const struct summary *s = summary_of(r->t, f);
	for (; chain; chain = s->chains.at[chain].next) {
		uint32_t next = s->chains.at[chain].next;
		if (ends[next ? s->chains.at[next].func : last])
			return true;
	}
	return false;
}

const struct pt_set *targets_of(struct races *r, const struct access *a, path_id path,
				struct pt_set *typed)
{
	const struct pt_set *set = threads_points_to(r->t, path);
	if (set->locs.n || !set->unknown)
		return set;
	if (a->address)
		pointers_of_value(r->pt, a->func, a->address, typed);
	return typed;
}

static bool is_recorded(struct races *r, struct scene *s, struct candidate *x,
			const struct pt_set *set)
{
	uint32_t all = x->situations;
	x->situations = situations_of(r, s, x->access, true);
	bool known = x->situations && note_record(r, x, set, all);
	x->situations = all;
	return known;
}

/* What is outside is container_of of something that is contained in nothing, on a way that
 * is not taken with this object. */
static uint16_t count_targets(const struct races *r, const struct pt_set *set)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < set->locs.n; i++)
		n += pt_loc_is_inside(r->pt, set->locs.at[i]);
	return n < UINT16_MAX ? (uint16_t)n : UINT16_MAX;
}

/* 'p != &none': not what lies there. */
static bool is_excepted(struct races *r, const struct scene *s, const struct access *a,
			struct pt_loc at)
{
	const struct paths *p = &summary_of(r->t, s->func)->paths;
	path_id except = a->except ? threads_close(r->t, s->contexts.at[0], a->except) : 0, base;
	int64_t offset = path_split_offset(&r->t->paths, except, &base);
	const struct path *x = path_at(&r->t->paths, base);
	path_id pointer;
	offset += path_split_offset(p, a->path, &pointer);
	return except && x->kind == PATH_SYMBOL && path_at(p, pointer)->kind != PATH_INDEX &&
	       pointers_object_of_symbol(r->pt, x->a) == at.obj && offset == (int64_t)at.offset;
}

/* 'if (b->text != empty) free(b->text)': of several, what is freed is none that was not
 * allocated. */
static bool is_freed_variable(const struct races *r, const struct candidate *x)
{
	uint8_t kind = pointers_object(r->pt, x->obj)->kind;
	return x->access->kind == FREE && x->targets > 1 &&
	       (kind == OBJ_VARIABLE || kind == OBJ_LOCAL);
}

static void visit_access(struct races *r, struct scene *s, const struct access *a)
{
	if (r->t->is_module && a->flags & ACCESSF_UNKNOWN)
		return; /* the system takes care of what its functions do */
	bool open = path_is_open(&summary_of(r->t, s->func)->paths, a->path);
	struct candidate x = {.func = s->func, .access = a,
			      .situations = situations_of(r, s, a, false)};
	if (!x.situations && !r->discipline)
		return;
	x.path = threads_close(r->t, s->contexts.at[0], a->path);
	x.bound = open && threads_was_given(r->t, s->contexts.at[0], a->path);
	x.guessed = guess_of(r, summary_of(r->t, s->func), a);
	x.ending = ends_below(r, s->func, a->chain, a->func);
	find_only(r, s, &x);
	struct pt_set typed = {0};
	const struct pt_set *set = targets_of(r, a, x.path, &typed);
	x.targets = count_targets(r, set);
	if (set == &typed)
		x.targets = UINT16_MAX;
	if (r->discipline)
		discipline_note(r, &x, set);
	if (!x.situations) {
		pt_set_free(&typed);
		return;
	}
	/* which callers pass which object is not known; nor under which lock they took it out */
	x.early = open && !s->root && (is_unbound(r, s->func, x.path) ||
				       threads_is_taken(r->t, s->contexts.at[0], a->path));
	uint32_t n = set->locs.n;
	note_field_use(r, &x);
	if (x.targets > FEW_TARGETS && !r->why && n && is_recorded(r, s, &x, set))
		n = 0;
	for (uint32_t i = 0; i < n; i++) {
		x.obj = set->locs.at[i].obj;
		x.offset = set->locs.at[i].offset;
		x.first = x.obj == set->locs.at[0].obj;
		if (pointers_object(r->pt, x.obj)->kind == OBJ_CLASS) {
			x.targets = UINT16_MAX;
			r->uses[x.obj].any = true;
		}
		if (may_race(r, x.obj) && pt_loc_is_inside(r->pt, set->locs.at[i]) &&
		    !is_excepted(r, s, a, set->locs.at[i]) && !is_freed_variable(r, &x))
			add_candidate(r, s, &x);
	}
	pt_set_free(&typed);
}

static void visit_function(struct races *r, struct scene *s, func_id f)
{
	const struct summary *sum = summary_of(r->t, f);
	scene_of_closed(r, s, f);
	for (uint32_t i = 0; i < sum->closed.n; i++)
		visit_access(r, s, &sum->closed.at[i]);
	list_open_contexts(r, f);
	for (uint32_t at = 0; at < r->open_contexts.n;) {
		at = scene_of_open(r, s, f, at);
		for (uint32_t i = 0; i < sum->open.n; i++) {
			if (facts_hold(r, s->contexts.at[0], sum, &sum->open.at[i]) &&
			    !is_own_then(r, s->contexts.at[0], &sum->open.at[i]))
				visit_access(r, s, &sum->open.at[i]);
		}
	}
}

static void visit_functions(struct races *r)
{
	struct scene s = {0};
	vec_push(&r->lists, ((struct situations){0}));
	for (func_id f = 1; f < r->in->summaries->n && !limit_reached(); f++) {
		if (r->t->first_of_func[f])
			visit_function(r, &s, f);
	}
	scene_free(&s);
}

/* What callers pass that the accesses there ask for, as sets of objects: an id for each that is
 * different. */
static uint32_t objects_given(struct races *r, struct intern *given, const struct context *x)
{
	VEC(uint32_t) key = {0};
	uint64_t asked = summary_of(r->t, x->func)->asked.here;
	uint32_t id = 0;
	for (uint32_t i = 0; x->binding && i < threads_bound_count(r->t, x->binding); i++) {
		path_id p = asked >> i & 1 ? threads_bound(r->t, x->binding, i) : 0;
		const struct pt_set *s = p ? threads_points_to(r->t, p) : NULL;
		vec_push(&key, s ? s->locs.n : UINT32_MAX);
		for (uint32_t k = 0; s && k < s->locs.n; k++) {
			vec_push(&key, s->locs.at[k].obj);
			vec_push(&key, s->locs.at[k].offset);
		}
	}
	if (key.n)
		id = intern_bytes(given, key.at, key.n * sizeof(*key.at));
	vec_free(&key);
	return id;
}

/* Where accesses by reference are looked at there is one for all that mean the same objects. */
static void find_fewest(struct races *r)
{
	struct map known = {0}; /* thread, function, objects -> context */
	struct intern given = {0};
	r->has_fewest = xcalloc(r->t->contexts.n, sizeof(bool));
	for (context_id c = 1; c < r->t->contexts.n; c++) {
		const struct context *x = context_at(r->t, c);
		uint64_t key = map_key2(x->thread, x->func);
		if (x->open)
			key = hash_combine(key, objects_given(r, &given, x)) >> 1;
		context_id old = map_get(&known, key, 0);
		uint32_t n, m;
		threads_guards(r->t, x->guards, &n);
		threads_guards(r->t, context_at(r->t, old)->guards, &m);
		if (old && n >= m)
			continue;
		r->has_fewest[old] = false;
		r->has_fewest[c] = true;
		map_put(&known, key, c);
	}
	map_free(&known);
	intern_free(&given);
}

/* ---- any object of a type ---- */

/* Was it added for another object of the type? What one access may mean lies together. */
static bool is_added(const struct races *r, const struct candidate *c)
{
	for (uint32_t i = r->candidates.n; i-- > 0;) {
		const struct kept_candidate *k = &r->candidates.at[i];
		const struct touch *d = &r->touches.at[k->touch];
		if (!k->member || d->access != c->access || d->path != c->path ||
		    d->situations != c->situations)
			return false;
		if (k->obj == c->obj && k->offset == c->offset)
			return true;
	}
	return false;
}

/* Where some access may mean any object of a type, those that mean some of these objects meet it
 * there, with the object that stands for all: once, as the first of them that they mean. */
static void add_members(struct races *r)
{
	uint32_t n = r->candidates.n;
	for (uint32_t i = 0; i < n && !limit_reached(); i++) {
		obj_id obj = r->candidates.at[i].obj, all = pointers_kin(r->pt, obj);
		if (all == obj || !r->uses[all].any || !may_race(r, all))
			continue;
		struct candidate c = nth_candidate(r, i);
		c.member = c.obj;
		c.obj = all;
		c.first = true;
		if (is_added(r, &c))
			continue;
		note_use(r, &c, &r->lists.at[c.situations]);
		keep_candidate(r, &c);
	}
}

/* ---- by object ---- */

/* One object is enough of those that only accesses to many may mean. */
static bool is_needed(const struct races *r, const struct kept_candidate *k)
{
	const struct object_use *u = &r->uses[k->obj];
	const struct touch *d = &r->touches.at[k->touch];
	if (r->why)
		return true;
	if (u->lock && d->access->kind != READ)
		return true; /* who stores to a lock makes it another one (stable.c) */
	return u->several && u->writes && (u->known || k->first || d->targets <= FEW_TARGETS);
}

/* Variables with locks in them. */
static void mark_locks(struct races *r)
{
	struct map known = {0};
	for (uint32_t i = 0; i < r->situations.n; i++) {
		uint32_t n = 0;
		const struct guard *g = NULL;
		if (map_add(&known, r->situations.at[i].guards + 1ull))
			g = threads_guards(r->t, r->situations.at[i].guards, &n);
		for (uint32_t k = 0; k < n; k++) {
			path_id root = path_at(&r->t->paths, g[k].lock)->root;
			const struct path *x = path_at(&r->t->paths, root);
			if (x->kind == PATH_SYMBOL)
				r->uses[pointers_object_of_symbol(r->pt, x->a)].lock = true;
		}
	}
	map_free(&known);
}

static void drop_needless(struct races *r)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < r->candidates.n; i++)
		if (is_needed(r, &r->candidates.at[i]))
			r->candidates.at[n++] = r->candidates.at[i];
	r->candidates.n = n;
	vec_trim(&r->candidates);
	vec_trim(&r->touches);
}

static void sort_by_object(struct races *r)
{
	uint32_t objects = pointers_object_count(r->pt) + 1, n = r->candidates.n;
	uint32_t *at = xcalloc(objects + 2, sizeof(*at));
	uint32_t *place = xmalloc((n + 1) * sizeof(*place));
	for (uint32_t i = 0; i < n; i++)
		at[r->candidates.at[i].obj + 2]++;
	for (uint32_t i = 2; i < objects + 2; i++)
		at[i] += at[i - 1];
	for (uint32_t i = 0; i < n; i++)
		place[i] = at[r->candidates.at[i].obj + 1]++;
	put_in_place(r->candidates.at, sizeof(*r->candidates.at), place, n);
	free(place);
	r->candidate_at = at;
}

void collect_candidates(struct races *r)
{
	find_fewest(r);
	visit_functions(r);
	keep_field_uses(r);
	add_members(r);
	mark_locks(r);
	drop_needless(r);
	sort_by_object(r);
}
