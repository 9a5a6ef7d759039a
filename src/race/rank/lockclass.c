/* SPDX-License-Identifier: MIT */
/*
 * Locks as all of the program can name them: 'the lock of a struct queue', a global
 * variable. Which lock of which queue it is does not matter here; this says what is the
 * custom for a field (outlier.c), not what excludes what (same_lock.c).
 *
 * A name is best in the function that takes the lock, where it starts at a parameter
 * or variable of the right type. Seen from a thread's entry it may begin at anything
 * that was cast on the way; then the function's own name counts.
 */
#include <string.h>

#include "race/rank/fields.h"
#include "race/veto/veto.h"

/* ---- one lock ---- */

/* 'f', 'inst': the call that takes or makes it. */
static uint32_t find_class(struct races *r, path_id lock, func_id f, uint32_t inst)
{
	const struct path *x = path_at(&r->t->paths, lock);
	const struct path *root = path_at(&r->t->paths, x->root);
	uint32_t key[2] = {0, field_of(r, lock)};
	if (!key[1])
		key[1] = argument_field(r, f, inst);
	if (key[1] && is_lock_itself(r, key[1]))
		key[1] = 0;
	if (!key[1])
		key[1] = container_field(r, lock, argument_type(r, f, inst));
	key[1] = whole_field(r, key[1]);
	if (!key[1] && (root->kind == PATH_SYMBOL || root->kind == PATH_NAMED) &&
	    !(x->flags & PATHF_VALUE)) {
		key[0] = 1;
		key[1] = x->flags & (PATHF_ANY | PATHF_RANGE) ? x->root : lock;
	}
	return key[1] ? intern_bytes(&r->classes.list, key, sizeof(key)) : 0;
}

static bool is_lock(uint8_t kind)
{
	return kind == LOCK_MUTEX || kind == LOCK_SEMAPHORE || kind == LOCK_OWNED;
}

uint32_t class_of_guard(struct races *r, const struct guard *g)
{
	uint32_t known = map_get(&r->classes.class_of, g->lock, UINT32_MAX);
	if (known == UINT32_MAX) {
		known = is_hidden_lock(r, g->lock) ? 0
						   : find_class(r, g->lock, g->func, g->inst);
		map_put(&r->classes.class_of, g->lock, known);
	}
	return known;
}

/* ---- what a function itself holds at an access ---- */

static uint32_t key_of_place(struct races *r, func_id unit, const struct access *a, bool add)
{
	uint32_t key[4] = {unit, a->func, a->inst, a->kind};
	return add ? intern_bytes(&r->classes.own_keys, key, sizeof(key))
		   : intern_find(&r->classes.own_keys, key, sizeof(key));
}

/* The access is the function's own, or that of a helper it calls, or of the helper's own. */
static bool is_direct(const struct summary *s, const struct access *a)
{
	enum { MAX_HELPERS = 3 };
	uint32_t links = 0;
	for (uint32_t i = a->chain; i && links <= MAX_HELPERS; i = s->chains.at[i].next)
		links++;
	return links <= MAX_HELPERS;
}

static struct own_locks locks_of(struct races *r, func_id f, const struct lockset *l)
{
	struct own_locks out = {.n = 0};
	for (uint32_t i = 0; i < l->held_count && out.n < MAX_OWN_LOCKS; i++) {
		const struct held *h = &l->held[i];
		path_id lock = threads_close_outside(r->t, f, h->lock);
		uint32_t class = is_lock(h->kind) ? find_class(r, lock, h->func, h->inst) : 0;
		if (!class)
			continue;
		out.classes[out.n] = class;
		out.names[out.n++] = lock;
	}
	return out;
}

static void keep_common(struct own_locks *x, const struct own_locks *y)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < x->n; i++) {
		bool both = false;
		for (uint32_t k = 0; k < y->n; k++)
			both = both || x->classes[i] == y->classes[k];
		if (!both)
			continue;
		x->classes[n] = x->classes[i];
		x->names[n++] = x->names[i];
	}
	x->n = n;
}

static void note_access(struct races *r, func_id f, const struct own_locks *of,
			const struct access *a)
{
	bool locked = of[a->lockset].n;
	uint32_t id = is_direct(summary_of(r->t, f), a) ? key_of_place(r, f, a, locked) : 0;
	if (!id)
		return;
	if (id < r->classes.own_locks.n) {
		keep_common(&r->classes.own_locks.at[id], &of[a->lockset]);
		return;
	}
	while (r->classes.own_locks.n <= id)
		vec_push(&r->classes.own_locks, of[a->lockset]);
}

/* Those with locks first: of what has none in any state nothing is noted. */
static void note_function(struct races *r, func_id f)
{
	const struct summary *s = summary_of(r->t, f);
	struct own_locks *of = xcalloc(s->locksets.n + 1, sizeof(*of));
	uint32_t named = 0;
	for (uint32_t i = 0; i < s->locksets.n; i++) {
		of[i] = locks_of(r, f, &s->locksets.at[i]);
		named += of[i].n;
	}
	for (uint32_t pass = 0; pass < 2 && named; pass++) {
		for (uint32_t i = 0; i < s->open.n + s->closed.n; i++) {
			const struct access *a = i < s->open.n ? &s->open.at[i]
							       : &s->closed.at[i - s->open.n];
			if ((of[a->lockset].n ? 0u : 1u) == pass)
				note_access(r, f, of, a);
		}
	}
	free(of);
}

static const struct own_locks *own_locks_of(struct races *r, struct field_use *u)
{
	if (!u->own)
		u->own = key_of_place(r, u->unit, u->access, false) + 1;
	return &r->classes.own_locks.at[u->own - 1]; /* [0] none */
}

/* ---- what is held at an access ---- */

/* Is it named by what a field points to? That may have other names. */
static bool is_pointed(const struct races *r, uint32_t class)
{
	uint32_t key[2];
	memcpy(key, intern_at(&r->classes.list, class), sizeof(key));
	return !key[0] && is_behind_pointer(r, key[1]);
}

/* One that has no name may be of any class, unless it is one of those that the function
 * itself has named. */
static bool holds_class(struct races *r, guards_id guards, uint32_t class, uint32_t own,
			bool certainly)
{
	uint32_t n, unnamed = 0;
	const struct guard *g = threads_guards(r->t, guards, &n);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t c = is_lock(g[i].kind) ? class_of_guard(r, &g[i]) : 0;
		if (c && c == class)
			return true;
		bool again = i > 0 && g[i].group == g[i - 1].group;
		unnamed += is_lock(g[i].kind) && (!c || is_pointed(r, c)) && !again;
	}
	return unnamed > own && !certainly;
}

bool takes_itself(struct races *r, struct field_use *u, uint32_t class)
{
	const struct own_locks *own = own_locks_of(r, u);
	for (uint32_t i = 0; i < own->n; i++) {
		if (own->classes[i] == class)
			return true;
	}
	return false;
}

bool always_holds(struct races *r, struct field_use *u, uint32_t class, bool certainly)
{
	const struct situations *l = &r->lists.at[u->situations];
	const struct own_locks *own = own_locks_of(r, u);
	if (takes_itself(r, u, class))
		return true;
	uint64_t key = map_key2(u->situations, class << 4 | own->n << 1 | certainly);
	struct held_last *last = &r->classes.held_last[certainly];
	if (last->key == key)
		return last->held;
	uint32_t known = map_get(&r->classes.held, key, 2);
	bool all = known != 0;
	for (uint32_t i = 0; i < l->count && all && known == 2; i++)
		all = holds_class(r, r->situations.at[l->first + i].guards, class, own->n,
				  certainly);
	if (known == 2)
		map_put(&r->classes.held, key, all);
	*last = (struct held_last){key, all};
	return all;
}

bool are_held_alike(struct races *r, struct field_use *u, struct field_use *v)
{
	return u->situations == v->situations && own_locks_of(r, u) == own_locks_of(r, v);
}

void each_class(struct races *r, struct field_use *u, class_visitor *visit, void *context)
{
	const struct situations *l = &r->lists.at[u->situations];
	const struct own_locks *own = own_locks_of(r, u);
	for (uint32_t i = 0; i < own->n; i++)
		visit(context, own->classes[i], own->names[i]);
	for (uint32_t i = 0; i < l->count; i++) {
		uint32_t n;
		const struct guard *g =
			threads_guards(r->t, r->situations.at[l->first + i].guards, &n);
		for (uint32_t k = 0; k < n; k++) {
			uint32_t class = is_lock(g[k].kind) ? class_of_guard(r, &g[k]) : 0;
			if (class)
				visit(context, class, g[k].lock);
		}
	}
}

uint32_t class_of_name(const struct races *r, path_id lock)
{
	uint32_t class = map_get(&r->classes.class_of, lock, 0);
	return class && !is_pointed(r, class) ? class : 0;
}

uint32_t record_of_class(struct races *r, uint32_t class)
{
	uint32_t key[2];
	memcpy(key, intern_at(&r->classes.list, class), sizeof(key));
	return key[0] ? 0 : record_of_field(r, key[1]);
}

bool is_of_same_part(struct races *r, const struct field_use *u, uint32_t class)
{
	uint32_t key[2];
	uint32_t here = field_of_access(r, u->access);
	memcpy(key, intern_at(&r->classes.list, class), sizeof(key));
	if (key[0] || !here || !is_part_of_many(r, here) || is_behind_pointer(r, u->field) ||
	    is_behind_pointer(r, key[1]))
		return false;
	struct field lock = field_at(r, key[1]), data = field_at(r, u->field);
	struct field part = field_at(r, here);
	uint32_t start = data.offset - part.offset;
	return record_of_field(r, key[1]) == record_of_field(r, u->field) &&
	       data.offset >= part.offset && lock.offset >= start &&
	       lock.offset - start < part.size;
}

/* ---- where locks begin and end ---- */

/* Besides classes: structs of which some lock is made. */
#define OF_RECORD 0x80000000u

/* What a function does to a class of locks. */
enum { MAKES = 1, DESTROYS = 2, WHOLE_LIFE = MAKES | DESTROYS };

/* Does the function, itself or by a helper or two, make the lock or destroy it? */
static bool is_near(const struct summary *s, const struct sync *y)
{
	uint32_t links = 0;
	for (uint32_t i = y->chain; i; i = s->chains.at[i].next)
		links++;
	return links <= 2 && (y->kind == SYNC_LOCK_INIT || y->kind == SYNC_RECURSIVE_INIT ||
			      y->kind == SYNC_LOCK_DESTROY);
}

static void find_makers(struct races *r)
{
	for (func_id f = 1; f < r->in->summaries->n; f++) {
		const struct summary *s = summary_of(r->t, f);
		for (uint32_t i = 0; i < s->syncs.n; i++) {
			const struct sync *y = &s->syncs.at[i];
			if (!is_near(s, y))
				continue;
			path_id lock = threads_close_outside(r->t, f, y->object);
			uint32_t class = find_class(r, lock, y->func, y->inst);
			uint32_t field = whole_field(r, field_of(r, lock));
			uint32_t record = field ? OF_RECORD | record_of_field(r, field) : 0;
			uint32_t deed = y->kind == SYNC_LOCK_DESTROY ? DESTROYS : MAKES;
			uint32_t known = map_get(&r->classes.makers, map_key2(f, class), 0);
			map_put(&r->classes.makers, map_key2(f, class), known | deed);
			map_put(&r->classes.makers, map_key2(f, record), deed);
		}
	}
}

/* The two ways to name the struct: as it is known here, and in the function itself. */
static bool makes(struct races *r, func_id f, uint32_t class, const uint32_t records[2])
{
	return map_get(&r->classes.makers, map_key2(f, class), 0) ||
	       map_get(&r->classes.makers, map_key2(f, OF_RECORD | records[0]), 0) ||
	       (records[1] && map_get(&r->classes.makers, map_key2(f, OF_RECORD | records[1]), 0));
}

/* Is the function that names the memory one, or its caller? */
static bool is_made_near(struct races *r, const struct field_use *u, uint32_t class,
			 context_id context, const uint32_t records[2])
{
	const struct access *a = u->access;
	struct point p = {context, a->chain, a->func, a->inst, 0};
	struct step steps[MAX_FRAMES];
	bool near = false;
	for (uint32_t k = threads_steps(r->t, &p, steps, MAX_FRAMES); k-- > 0;) {
		if (makes(r, steps[k].func, class, records))
			return true;
		if (near)
			return false;
		near = steps[k].func == u->unit;
	}
	return false;
}

bool is_maker(struct races *r, const struct field_use *u, uint32_t class)
{
	const struct situations *l = &r->lists.at[u->situations];
	uint32_t here = whole_field(r, field_of_access(r, u->access));
	uint32_t records[2] = {record_of_field(r, u->field), here ? record_of_field(r, here) : 0};
	for (uint32_t i = 0; i < l->count; i++) {
		if (!is_made_near(r, u, class, r->situations.at[l->first + i].context, records))
			return false;
	}
	return true;
}

bool outlives_lock(struct races *r, const struct field_use *u, uint32_t class)
{
	uint32_t record = record_of_class(r, class);
	return map_get(&r->classes.makers, map_key2(u->unit, class), 0) == WHOLE_LIFE &&
	       record != record_of_field(r, u->field);
}

void find_lock_classes(struct races *r)
{
	vec_push(&r->classes.own_locks, ((struct own_locks){.n = 0}));
	for (func_id f = 1; f < r->in->summaries->n; f++)
		note_function(r, f);
	find_makers(r);
}

void lock_classes_release(struct lock_classes *c)
{
	intern_free(&c->list);
	map_free(&c->class_of);
	intern_free(&c->own_keys);
	vec_free(&c->own_locks);
	map_free(&c->held);
	map_free(&c->makers);
}
