/* SPDX-License-Identifier: MIT */
/*
 * From the candidates of one object to clusters: those that no veto and no reason
 * can tell apart are one, so that cost follows what can differ. A cluster stands
 * for several threads and contexts, its instances are the single ones.
 */
#include "ir/names.h"
#include "race/pair/pair.h"
#include "race/rank/rank.h"
#include "race/veto/veto.h"

/* ---- order ---- */

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

/* Does it touch bytes that do not follow its offset? As one that runs over the end of
 * an array's element does: all elements are one. */
static bool is_wide(const struct races *r, const struct candidate *c, uint32_t size)
{
	struct pt_loc at = {c->obj, c->offset}, before = {c->obj, c->offset - 1};
	return c->offset == PT_ANY || size == 0 ||
	       (c->offset > 0 && pt_loc_overlap(r->pt, at, size, before, 1));
}

/* A cluster and what its first instance has. */
struct sortable {
	struct cluster cluster;
	struct situation first;
};

static int by_bytes(const void *a, const void *b)
{
	const struct sortable *x = a, *y = b;
	const struct candidate *c = &x->cluster.of, *d = &y->cluster.of;
	if (x->cluster.wide != y->cluster.wide)
		return x->cluster.wide ? -1 : 1;
	if (c->offset != d->offset)
		return c->offset < d->offset ? -1 : 1;
	if (!x->first.guards != !y->first.guards)
		return x->first.guards ? 1 : -1;
	if (x->first.thread != y->first.thread)
		return x->first.thread < y->first.thread ? -1 : 1;
	if (x->first.context != y->first.context)
		return x->first.context < y->first.context ? -1 : 1;
	return access_order(c->access, d->access);
}

/* ---- signatures ---- */

struct signature {
	uint32_t path, obj, offset, size, shape;
	uint32_t kind, flags, func, inst;
	uint32_t only, member;
	uint32_t made_in, started, started_high;
};

/* By which element is known: an unnamed index means any. */
static bool has_named_index(const struct paths *p, path_id path)
{
	for (; path_at(p, path)->kind >= PATH_OFFSET; path = path_at(p, path)->a) {
		if (path_at(p, path)->kind == PATH_INDEX && path_at(p, path)->b)
			return true;
	}
	return false;
}

static bool has_guard_from(const struct races *r, guards_id guards, path_id root)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, guards, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (path_at(&r->t->paths, g[i].lock)->root == root)
			return true;
	}
	return false;
}

/*
 * Does it matter how the memory is named? Not when the name is a pointer value of
 * some function that may have come from anywhere, and no guard is reached from it:
 * then such accesses of all functions are judged alike.
 */
static bool name_matters(struct races *r, const struct candidate *c)
{
	const struct paths *p = &r->t->paths;
	const struct situations *l = &r->lists.at[c->situations];
	path_id root = path_at(p, c->path)->root;
	if (c->bound || r->why || path_at(p, root)->kind != PATH_VALUE ||
	    has_named_index(p, c->path) || is_own_pointer(r, r->in->likely, c->path))
		return true;
	for (uint32_t i = 0; i < l->count; i++) {
		if (has_guard_from(r, r->situations.at[l->first + i].guards, root))
			return true;
	}
	return false;
}

/* What was created since the function was entered tells who may have an object that
 * was made since then. */
static void note_started(const struct races *r, const struct candidate *c,
			 struct signature *s)
{
	const struct summary *sum = summary_of(r->t, c->func);
	uint64_t started = sum->orders.at[c->access->ordering].started;
	if (!sum->may_fork || !is_made_here(r, c->func, c->access))
		return;
	s->made_in = c->func;
	s->started = (uint32_t)started;
	s->started_high = (uint32_t)(started >> 32);
}

static uint32_t signature_of(struct races *r, const struct cluster *x)
{
	const struct candidate *c = &x->of;
	const struct situations *l = &r->lists.at[c->situations];
	uint32_t doubts = (c->targets > 1) + (c->targets > FEW_TARGETS) * (1 + c->first);
	struct signature s = {
		name_matters(r, c) ? c->path : 0, c->obj, c->offset, x->size, l->shape,
		c->access->kind,
		(uint32_t)(c->access->traits & TRAIT_TAKEN) << 14 | (uint32_t)x->flags << 6 |
			(uint32_t)c->ending << 5 |
			(uint32_t)c->guessed << 3 | doubts << 1 | c->bound,
		l->by_site ? c->access->func : 0, l->by_site ? c->access->inst : 0,
		c->only, c->member, 0, 0, 0};
	note_started(r, c, &s);
	return intern_bytes(&r->signatures, &s, sizeof(s));
}

/* ---- clusters ---- */

/* A cluster for each signature, in the same order: ids of signatures begin with 1. */
struct building {
	VEC(struct sortable) list;
};

static bool same_place(const struct access *a, const struct access *b)
{
	return a->func == b->func && a->inst == b->inst;
}

static void add_to_list(struct races *r, uint32_t *list, uint32_t *count,
			const struct candidate *c)
{
	const struct access *a = c->access;
	for (uint32_t s = *list; s; s = r->sites.at[s].next) {
		if (r->sites.at[s].inst == a->inst && r->sites.at[s].func == a->func)
			return;
	}
	vec_push(&r->sites, ((struct site){a, c->situations, *list, a->func, a->inst}));
	*list = r->sites.n - 1;
	++*count;
}

static void add_site(struct races *r, struct cluster *x, const struct candidate *c)
{
	if (!same_place(x->of.access, c->access) && x->site_count < MAX_SITES)
		add_to_list(r, &x->site, &x->site_count, c);
}

bool note_record(struct races *r, struct candidate *c, const struct pt_set *set, uint32_t all)
{
	struct cluster x = {.of = *c, .size = c->access->size, .flags = c->access->flags};
	x.of.obj = 0;
	x.of.first = false;
	x.of.offset = intern_bytes(&r->record_keys, set->locs.at,
				   set->locs.n * sizeof(*set->locs.at));
	if (c->early)
		x.flags |= ACCESSF_CLOSED_EARLY;
	uint32_t key[2] = {signature_of(r, &x), r->lists.at[all].shape};
	c->record = intern_bytes(&r->record_keys, key, sizeof(key));
	while (r->records.n <= c->record)
		vec_push(&r->records, ((struct record){0, 0}));
	struct record *known = &r->records.at[c->record];
	if (known->site_count && known->site_count < MAX_SITES)
		add_to_list(r, &known->site, &known->site_count, c);
	else if (!known->site_count)
		known->site_count = 1;
	else
		return true;
	return known->site_count > 1;
}

static void add_candidate(struct races *r, struct building *b, const struct candidate *c)
{
	struct sortable x = {.cluster = {.of = *c, .site_count = 1,
					 .flags = c->access->flags}};
	x.cluster.size = extent_of(r, c, &x.cluster.of.offset);
	if (c->record) {
		x.cluster.site = r->records.at[c->record].site;
		x.cluster.site_count = r->records.at[c->record].site_count;
	}
	x.cluster.wide = is_wide(r, &x.cluster.of, x.cluster.size);
	if (c->early)
		x.cluster.flags |= ACCESSF_CLOSED_EARLY;
	uint32_t id = signature_of(r, &x.cluster);
	if (id <= b->list.n) {
		add_site(r, &b->list.at[id - 1].cluster, c);
		return;
	}
	x.first = r->situations.at[r->lists.at[c->situations].first];
	vec_push(&b->list, x);
}

/* Of a thread, for all of its instances. */
enum { IS_ASKED = 1, IS_LED = 2, IS_DOUBTFUL = 4 };

static uint8_t traits_of(struct races *r, thread_id id)
{
	uint8_t *known = &r->memo.traits[id];
	if (!*known)
		*known = (uint8_t)(IS_ASKED | (is_led_thread(r->t, id) ? IS_LED : 0) |
				   (is_doubtful_thread(r->t, id) ? IS_DOUBTFUL : 0));
	return *known;
}

static uint8_t side_of(const struct races *r, const struct situation *s, bool ending)
{
	uint32_t known = s->guessed * 16u + (s->lost != 0) * 8u + s->lossy * 4u + ending * 2u +
			 (s->guards != 0);
	return (uint8_t)(thread_at(r->t, s->thread)->origin * SIDES_OF_THREAD + known);
}

static thread_id only_thread_of(const struct races *r, const struct situations *l)
{
	thread_id id = r->situations.at[l->first].thread;
	for (uint32_t i = 1; i < l->count; i++) {
		if (r->situations.at[l->first + i].thread != id)
			return 0;
	}
	return thread_at(r->t, id)->many || thread_at(r->t, id)->nested ? 0 : id;
}

static void add_runs(struct races *r, struct cluster *x)
{
	x->run = r->runs.n;
	for (uint32_t i = x->first; i < x->first + x->count; i++) {
		struct instance *y = &r->instances.at[i];
		if (i == x->first || y->thread != y[-1].thread || y->side != y[-1].side)
			vec_push(&r->runs, ((struct run){i, i, y->thread, 0, false, 0, 0}));
		y->run = r->runs.n - 1;
		vec_last(&r->runs).end++;
	}
	x->run_count = r->runs.n - x->run;
}

static void add_instances(struct races *r, struct cluster *x)
{
	const struct candidate *c = &x->of;
	const struct access *a = c->access;
	const struct situations *l = &r->lists.at[c->situations];
	x->first = r->instances.n;
	x->count = l->count;
	x->only_thread = only_thread_of(r, l);
	for (uint32_t i = 0; i < l->count; i++) {
		const struct situation *s = &r->situations.at[l->first + i];
		bool ending = s->ending || c->ending;
		uint8_t traits = traits_of(r, s->thread);
		uint8_t guessed = traits & IS_LED ? GUESS_FEW : GUESS_NONE;
		guessed = guessed > s->guessed ? guessed : s->guessed;
		vec_push(&r->instances,
			 ((struct instance){
				 .point = {s->context, a->chain, a->func, a->inst, s->running},
				 .thread = s->thread, .access = a, .path = c->path,
				 .obj = c->obj, .offset = c->offset, .size = x->size,
				 .guards = s->guards, .lost = s->lost,
				 .phases = s->phases, .kind = a->kind,
				 .side = side_of(r, s, ending), .ending = ending,
				 .doubtful = (traits & IS_DOUBTFUL) != 0,
				 .flags = (uint8_t)(x->flags |
						    (s->lossy ? ACCESSF_CLOSED_EARLY : 0)),
				 .bound = c->bound, .first = c->first,
				 .guessed = guessed > c->guessed ? guessed : c->guessed,
				 .targets = c->targets, .cluster = r->clusters.n, .number = i,
				 .shape = l->shape,
				 .only = c->only}));
	}
	add_runs(r, x);
	vec_push(&r->clusters, *x);
}

void make_clusters(struct races *r, uint32_t first, uint32_t end)
{
	struct building b = {.list = {0}};
	intern_clear(&r->signatures);
	for (uint32_t i = first; i < end; i++) {
		struct candidate c = nth_candidate(r, i);
		add_candidate(r, &b, &c);
	}
	qsort(b.list.at, b.list.n, sizeof(*b.list.at), by_bytes);
	for (uint32_t i = 0; i < b.list.n; i++)
		add_instances(r, &b.list.at[i].cluster);
	vec_free(&b.list);
}

uint32_t make_cluster(struct races *r, const struct candidate *c, uint32_t outlier,
		      bool deviates)
{
	struct cluster x = {.of = *c, .size = c->access->size, .site_count = 1,
			    .flags = c->access->flags};
	x.wide = is_wide(r, c, x.size);
	add_instances(r, &x);
	for (uint32_t i = x.first; i < x.first + x.count; i++) {
		r->instances.at[i].outlier = outlier;
		r->instances.at[i].deviates = deviates;
	}
	return r->clusters.n - 1;
}

context_id context_of_site(const struct races *r, const struct instance *x,
			   const struct site *s)
{
	return r->situations.at[r->lists.at[s->situations].first + x->number].context;
}
