/* SPDX-License-Identifier: MIT */
/*
 * From accesses to instances. The closed accesses of a function happen in each of
 * its contexts; the open accesses of a thread's entry happen there, bound to the
 * thread's argument.
 *
 * First pass: for each object, is it touched by two threads that may be different,
 * and written? Second pass: candidates of those objects only, sorted by object.
 * Contexts, guards and orders are looked at when an object's turn comes.
 */
#include "base/limit.h"
#include "ir/names.h"
#include "race/internal.h"

enum { OBJECT_IGNORED = 1, OBJECT_MAY_RACE = 2 };

static bool is_constant(const struct races *r, sym_id s)
{
	return r->p->symbols.at[s].flags & (SYMF_CONST | SYMF_STRING);
}

static bool is_ignored(const struct races *r, obj_id o)
{
	const struct pt_object *x = pointers_object(r->pt, o);
	if (x->kind == OBJ_FUNCTION || x->kind == OBJ_EXTERNAL || x->kind == OBJ_STRINGS)
		return true;
	if (x->kind == OBJ_VARIABLE && is_constant(r, x->sym))
		return true;
	return !pointers_may_be_shared(r->pt, o) ||
	       (r->in->escape && !escape_may_be_shared(r->in->escape, o));
}

static bool may_race(struct races *r, obj_id o)
{
	if (!r->object_state[o])
		r->object_state[o] = is_ignored(r, o) ? OBJECT_IGNORED : OBJECT_MAY_RACE;
	return r->object_state[o] == OBJECT_MAY_RACE;
}

/* ---- every access in every context ---- */

typedef void access_visitor(struct races *r, const struct candidate *c);

/* Inside of the thread: is the formal bound to a name from the thread's entry? */
static bool went_through_argument(struct races *r, context_id c, const struct access *a,
				  path_id path)
{
	return path != threads_close_outside(r->t, context_at(r->t, c)->func, a->path) &&
	       !(path_at(&r->t->paths, path)->flags & PATHF_VALUE);
}

static void visit_access(struct races *r, context_id c, const struct access *a,
			 access_visitor *visit)
{
	const struct summary *s = summary_of(r->t, context_at(r->t, c)->func);
	struct candidate x = {.context = c, .access = a};
	x.path = threads_close(r->t, c, a->path);
	x.bound = path_is_open(&s->paths, a->path) &&
		  (!context_at(r->t, c)->parent || went_through_argument(r, c, a, x.path));
	const struct pt_set *set = threads_points_to(r->t, x.path);
	x.targets = set->locs.n < UINT16_MAX ? (uint16_t)set->locs.n : UINT16_MAX;
	for (uint32_t i = 0; i < set->locs.n; i++) {
		x.obj = set->locs.at[i].obj;
		x.offset = set->locs.at[i].offset;
		x.first = x.obj == set->locs.at[0].obj;
		if (pointers_object(r->pt, x.obj)->kind == OBJ_CLASS)
			x.targets = UINT16_MAX;
		if (may_race(r, x.obj))
			visit(r, &x);
	}
}

/* Nothing else runs: no race can happen there. */
static bool is_alone(struct races *r, context_id c, const struct access *a)
{
	return threads_is_alone(r->t, context_at(r->t, c)->thread,
				threads_running_at(r->t, c, a->ordering));
}

/* Can what the access needs to know about its thread's argument be true? */
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

/* Closed accesses do not depend on what formals are bound to. */
static bool is_like_another(struct races *r, context_id c)
{
	const struct context *x = context_at(r->t, c);
	uint32_t key[5] = {x->thread, x->func, x->guards, x->running, x->phases};
	uint32_t id = intern_bytes(&r->context_keys, key, sizeof(key));
	while (r->context_of_key.n <= id)
		vec_push(&r->context_of_key, 0);
	if (!r->context_of_key.at[id])
		r->context_of_key.at[id] = c;
	return r->context_of_key.at[id] != c;
}

static void visit_context(struct races *r, context_id c, access_visitor *visit)
{
	const struct context *x = context_at(r->t, c);
	const struct summary *s = summary_of(r->t, x->func);
	bool again = is_like_another(r, c);
	for (uint32_t i = 0; i < s->closed.n && !again; i++) {
		if (!is_alone(r, c, &s->closed.at[i]))
			visit_access(r, c, &s->closed.at[i], visit);
	}
	for (uint32_t i = 0; (!x->parent || x->open) && i < s->open.n; i++) {
		if (!is_alone(r, c, &s->open.at[i]) && facts_hold(r, c, s, &s->open.at[i]))
			visit_access(r, c, &s->open.at[i], visit);
	}
}

static void visit_contexts(struct races *r, access_visitor *visit)
{
	for (context_id c = 1; c < r->t->contexts.n && !limit_reached(); c++)
		visit_context(r, c, visit);
}

static void note_use(struct races *r, const struct candidate *c)
{
	struct object_use *u = &r->uses[c->obj];
	thread_id id = context_at(r->t, c->context)->thread;
	u->several |= (u->thread && u->thread != id) || thread_at(r->t, id)->many;
	u->thread = id;
	u->writes |= c->access->kind != READ;
	u->plain |= !(c->access->flags & ACCESSF_ATOMIC);
	u->known |= c->targets <= FEW_TARGETS;
}

/* What may mean many objects has low confidence in any case. One context of each
 * function and thread is enough to say so, and one object, but for those that others
 * name better. */
static bool is_enough(struct races *r, const struct candidate *c)
{
	const struct context *x = context_at(r->t, c->context);
	if (c->targets <= FEW_TARGETS || r->why)
		return false;
	if (!c->first && !r->uses[c->obj].known)
		return true;
	return map_get(&r->first_context, map_key2(x->thread, x->func), 0) != c->context;
}

static void keep_candidate(struct races *r, const struct candidate *c)
{
	const struct object_use *u = &r->uses[c->obj];
	if (((u->several && u->writes) || r->why) && !is_enough(r, c))
		vec_push(&r->candidates, *c);
}

/* The one with the fewest locks. */
static void find_first_contexts(struct races *r)
{
	for (context_id c = 1; c < r->t->contexts.n; c++) {
		const struct context *x = context_at(r->t, c);
		uint64_t key = map_key2(x->thread, x->func);
		context_id known = map_get(&r->first_context, key, 0);
		uint32_t n, m;
		threads_guards(r->t, x->guards, &n);
		threads_guards(r->t, context_at(r->t, known)->guards, &m);
		if (!known || n < m)
			map_put(&r->first_context, key, c);
	}
}

static int word_order(uint64_t x, uint64_t y)
{
	return x < y ? -1 : x > y;
}

int access_order(const struct access *x, const struct access *y)
{
	int c = word_order(map_key2(x->func, x->inst), map_key2(y->func, y->inst));
	c = c ? c : word_order(map_key2(x->path, x->lockset), map_key2(y->path, y->lockset));
	c = c ? c : word_order(map_key2(x->ordering, x->chain), map_key2(y->ordering, y->chain));
	c = c ? c : word_order(map_key2(x->size, x->kind), map_key2(y->size, y->kind));
	return c ? c : word_order(map_key2(x->flags, x->fact_first),
				  map_key2(y->flags, y->fact_first));
}

static int by_object(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;
	if (x->obj != y->obj)
		return x->obj < y->obj ? -1 : 1;
	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	if (x->context != y->context)
		return x->context < y->context ? -1 : 1;
	return access_order(x->access, y->access);
}

void collect_candidates(struct races *r)
{
	find_first_contexts(r);
	visit_contexts(r, note_use);
	visit_contexts(r, keep_candidate);
	if (r->candidates.n)
		qsort(r->candidates.at, r->candidates.n, sizeof(*r->candidates.at), by_object);
}

/* ---- instances ---- */

struct signature {
	uint32_t thread, path, obj, offset, size, guards, running, phases;
	uint32_t kind, flags, func, inst;
};

/* How many bytes are left of the array of scalars that has this byte of the type;
 * 0 when there is none. */
static uint32_t rest_of_array(const struct program *p, type_id t, uint64_t offset)
{
	for (t = type_strip(p, t); t;) {
		const struct ir_type *x = &p->types.at[t];
		type_id next = 0;
		if (x->kind == TYPE_ARRAY) {
			next = type_strip(p, x->target);
			const struct ir_type *e = &p->types.at[next];
			if (e->kind == TYPE_SCALAR && offset < x->size)
				return (uint32_t)(x->size - offset);
			if (!e->size)
				return 0;
			offset %= e->size;
		}
		for (uint32_t i = 0; x->kind == TYPE_STRUCT && i < x->member_count; i++) {
			const struct ir_member *m = &p->members.at[x->members + i];
			type_id inner = type_strip(p, m->type);
			if (offset < m->offset || offset >= m->offset + p->types.at[inner].size)
				continue;
			offset -= m->offset;
			next = inner;
			break;
		}
		t = next;
	}
	return 0;
}

/* A library function that works on a string stays inside the array it is in. */
static uint32_t size_of(const struct races *r, const struct candidate *c)
{
	const struct pt_object *o = pointers_object(r->pt, c->obj);
	if (c->access->size || !(c->access->flags & ACCESSF_LIBRARY) ||
	    c->access->kind == FREE || !o->type || c->offset == PT_ANY)
		return c->access->size;
	return rest_of_array(r->p, o->type, c->offset);
}

static struct instance instance_of(struct races *r, const struct candidate *c)
{
	const struct access *a = c->access;
	struct instance x = {
		.point = {c->context, a->chain, a->func, a->inst, 0},
		.thread = context_at(r->t, c->context)->thread,
		.access = a, .path = c->path, .obj = c->obj, .offset = c->offset,
		.size = size_of(r, c), .kind = a->kind, .flags = a->flags, .bound = c->bound,
		.targets = c->targets, .first = c->first, .site_count = 1,
	};
	if (context_at(r->t, c->context)->parent && !c->bound &&
	    path_is_open(&summary_of(r->t, context_at(r->t, c->context)->func)->paths, a->path))
		x.flags |= ACCESSF_CLOSED_EARLY;
	x.point.running = threads_running_at(r->t, c->context, a->ordering);
	x.guards = threads_guards_at(r->t, c->context, a->lockset);
	x.phases = threads_phases_at(r->t, c->context, a->ordering);
	return x;
}

/*
 * Does it matter how the memory is named? Not when the name is a pointer value of
 * some function and no guard is reached from it: then such accesses of all
 * functions are judged alike, and cost follows what can differ.
 */
static bool name_matters(const struct races *r, const struct instance *x)
{
	const struct paths *p = &r->t->paths;
	uint32_t n;
	const struct guard *g = threads_guards(r->t, x->guards, &n);
	path_id root = path_at(p, x->path)->root;
	if (x->bound || r->why || path_at(p, root)->kind != PATH_VALUE)
		return true;
	for (path_id i = x->path; path_at(p, i)->kind >= PATH_OFFSET; i = path_at(p, i)->a)
		if (path_at(p, i)->kind == PATH_INDEX && path_at(p, i)->b)
			return true;
	for (uint32_t i = 0; i < n; i++)
		if (path_at(p, g[i].lock)->root == root)
			return true;
	return false;
}

static uint32_t signature_of(struct races *r, const struct instance *x)
{
	const struct summary *of = summary_of(r->t, context_at(r->t, x->point.context)->func);
	bool by_site = r->order_by_site[x->thread] ||
		       of->orders.at[x->access->ordering].absent_count ||
		       of->orders.at[x->access->ordering].joined_count;
	struct signature s = {
		x->thread, name_matters(r, x) ? x->path : 0, x->obj, x->offset, x->size,
		x->guards,
		x->point.running, x->phases, x->kind, (uint32_t)x->flags << 1 | x->bound,
		by_site ? x->point.func : 0, by_site ? x->point.inst : 0};
	uint32_t id = intern_bytes(&r->signatures, &s, sizeof(s));
	while (r->signature_instance.n <= id)
		vec_push(&r->signature_instance, UINT32_MAX);
	return id;
}

static bool same_place(const struct access *a, const struct access *b)
{
	return a->func == b->func && a->inst == b->inst;
}

static void add_site(struct races *r, struct instance *x, const struct candidate *c)
{
	if (same_place(x->access, c->access) || x->site_count >= MAX_SITES)
		return;
	for (uint32_t s = x->site; s; s = r->sites.at[s].next) {
		if (same_place(r->sites.at[s].access, c->access))
			return;
	}
	vec_push(&r->sites, ((struct site){c->context, c->access, x->site}));
	x->site = r->sites.n - 1;
	x->site_count++;
}

void make_instances(struct races *r, uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++) {
		const struct candidate *c = &r->candidates.at[i];
		struct instance x = instance_of(r, c);
		uint32_t id = signature_of(r, &x);
		uint32_t known = r->signature_instance.at[id];
		if (known != UINT32_MAX) {
			add_site(r, &r->instances.at[known], c);
			continue;
		}
		r->signature_instance.at[id] = r->instances.n;
		vec_push(&r->instances, x);
	}
}
