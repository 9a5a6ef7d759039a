/* SPDX-License-Identifier: MIT */
/*
 * Situations: what the contexts of a function add to its accesses. All accesses of
 * a function that have the same lockset and order happen in the same situations, so
 * these are found once and shared: cost follows the accesses of the summaries, not
 * the accesses times the contexts.
 *
 * Lists that differ in nothing but the contexts have the same shape; accesses that
 * differ in nothing else are judged alike.
 */
#include "ir/edges.h"
#include "race/pair/pair.h"

/* ---- scenes ---- */

static void scene_begin(struct scene *s, func_id f)
{
	s->func = f;
	s->contexts.n = 0;
	map_clear(&s->lists[0]);
	map_clear(&s->lists[1]);
	map_clear(&s->alike);
	s->last[0].key = s->last[1].key = 0;
}

void scene_of_closed(const struct races *r, struct scene *s, func_id f)
{
	scene_begin(s, f);
	s->root = s->open = false;
	for (context_id c = r->t->first_of_func[f]; c; c = context_at(r->t, c)->next_of_func)
		vec_push(&s->contexts, c);
}

static int by_binding(const void *a, const void *b)
{
	const struct open_context *x = a, *y = b;
	if (x->root != y->root)
		return x->root ? -1 : 1;
	if (x->binding != y->binding)
		return x->binding < y->binding ? -1 : 1;
	return x->context < y->context ? -1 : x->context > y->context;
}

void list_open_contexts(struct races *r, func_id f)
{
	r->open_contexts.n = 0;
	for (context_id c = r->t->first_of_func[f]; c;) {
		const struct context *x = context_at(r->t, c);
		if (!x->parent || x->open)
			vec_push(&r->open_contexts,
				 ((struct open_context){!x->parent, x->binding, c}));
		c = x->next_of_func;
	}
	if (r->open_contexts.n)
		qsort(r->open_contexts.at, r->open_contexts.n, sizeof(struct open_context),
		      by_binding);
}

uint32_t scene_of_open(const struct races *r, struct scene *s, func_id f, uint32_t first)
{
	const struct open_context *x = r->open_contexts.at + first;
	uint32_t i = first;
	scene_begin(s, f);
	s->root = x->root;
	s->open = true;
	for (; i < r->open_contexts.n; i++) {
		const struct open_context *y = r->open_contexts.at + i;
		if (x->root != y->root || x->binding != y->binding)
			break;
		vec_push(&s->contexts, y->context);
	}
	return i;
}

void scene_free(struct scene *s)
{
	vec_free(&s->contexts);
	map_free(&s->lists[0]);
	map_free(&s->lists[1]);
	map_free(&s->alike);
}

/* ---- lists ---- */

static int shape_order(const struct situation *x, const struct situation *y)
{
	if (!x->guards != !y->guards)
		return x->guards ? 1 : -1;
	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	if (x->guessed != y->guessed)
		return x->guessed < y->guessed ? -1 : 1;
	if (x->ending != y->ending)
		return x->ending ? 1 : -1;
	if (x->lossy != y->lossy)
		return x->lossy ? 1 : -1;
	if (x->guards != y->guards)
		return x->guards < y->guards ? -1 : 1;
	if (x->lost != y->lost)
		return x->lost < y->lost ? -1 : 1;
	if (x->running != y->running)
		return x->running < y->running ? -1 : 1;
	if (x->mask.blocked != y->mask.blocked)
		return x->mask.blocked < y->mask.blocked ? -1 : 1;
	if (x->mask.opened != y->mask.opened)
		return x->mask.opened < y->mask.opened ? -1 : 1;
	return x->phases < y->phases ? -1 : x->phases > y->phases;
}

static int by_shape(const void *a, const void *b)
{
	const struct situation *x = a, *y = b;
	int c = shape_order(x, y);
	if (!c && x->unease != y->unease)
		return x->unease < y->unease ? -1 : 1; /* the first stays, and is shown */
	return c ? c : x->context < y->context ? -1 : x->context > y->context;
}

/* Nothing else runs there: no race can happen. */
static bool is_alone(const struct races *r, const struct situation *x)
{
	return threads_is_alone(r->t, x->thread, x->running);
}

/* Is it made in that context, by one of the ways to it? */
static bool is_made(struct races *r, context_id c, const struct access *a)
{
	const struct summary *s = summary_of(r->t, context_at(r->t, c)->func);
	uint32_t way = a->chain;
	if (!way)
		return threads_comes_to(r->t, c, a->inst);
	do {
		if (way == CHAIN_ANY || threads_comes_to(r->t, c, s->chains.at[way].inst))
			return true;
		way = s->chains.at[way].other;
	} while (way && way != a->chain);
	return false;
}

static void list_all(struct races *r, const struct scene *s, const struct access *a,
		     bool fewest)
{
	r->scratch.n = 0;
	for (uint32_t i = 0; i < s->contexts.n; i++) {
		context_id c = s->contexts.at[i];
		struct situation x = {.context = c, .thread = context_at(r->t, c)->thread};
		if ((fewest && !r->has_fewest[c]) || !is_made(r, c, a))
			continue;
		x.running = threads_running_at(r->t, c, a->ordering);
		if (is_alone(r, &x))
			continue;
		x.running = threads_running_alike(r->t, x.running);
		x.unease = (uint16_t)(context_at(r->t, c)->unclear * 2u +
				      !context_at(r->t, c)->again);
		x.guards = threads_guards_at(r->t, c, a->lockset);
		x.lost = threads_lost_at(r->t, c, a->lockset);
		x.phases = threads_phases_at(r->t, c, a->ordering);
		x.mask = threads_mask_at(r->t, c, a->ordering);
		x.guessed = context_at(r->t, c)->guessed;
		x.ending = context_at(r->t, c)->ending;
		x.lossy = s->open && context_at(r->t, c)->lossy;
		vec_push(&r->scratch, x);
	}
}

/* Is whatever one holds held by the other as well? */
static bool holds_no_more(const struct races *r, guards_id fewer, guards_id more)
{
	uint32_t n, m, k;
	const struct guard *x = threads_guards(r->t, fewer, &n);
	const struct guard *y = threads_guards(r->t, more, &m);
	for (uint32_t i = 0; i < n && fewer != more; i++) {
		for (k = 0; k < m; k++)
			if (x[i].lock == y[k].lock && x[i].kind == y[k].kind &&
			    x[i].mode == y[k].mode && x[i].since == y[k].since)
				break;
		if (k == m)
			return false;
	}
	return true;
}

/* Whatever may race with x may race with y, which holds no lock that x does not hold while
 * at least as much runs, and is no more in doubt. */
static bool covers(const struct races *r, const struct situation *y, const struct situation *x)
{
	return x->thread == y->thread && x->phases == y->phases && y->guessed <= x->guessed &&
	       y->ending <= x->ending && y->lossy <= x->lossy && !x->guards == !y->guards &&
	       (!y->lost || y->lost == x->lost) && mask_covers(y->mask, x->mask) &&
	       holds_no_more(r, y->guards, x->guards) &&
	       threads_runs_as_much(r->t, y->running, x->running);
}

/* Of one thread, and both with guards or without: they lie together. */
static bool are_comparable(const struct situation *x, const struct situation *y)
{
	return x->thread == y->thread && !x->guards == !y->guards;
}

/* Is it not needed beside the others? Of two that cover each other the first stays. */
static bool is_covered(const struct races *r, uint32_t i)
{
	const struct situation *at = r->scratch.at, *x = &at[i];
	uint32_t k = i;
	if (i > 0 && shape_order(x - 1, x) == 0)
		return true;
	while (k > 0 && are_comparable(&at[k - 1], x))
		k--;
	for (; k < r->scratch.n && are_comparable(&at[k], x) && !r->why; k++)
		if (k != i && covers(r, &at[k], x) && (k < i || !covers(r, x, &at[k])))
			return true;
	return false;
}

/* May these be different threads, which run at the same time? */
static bool are_several(const struct races *r, thread_id a, thread_id b)
{
	thread_id by = threads_runner(r->t, a);
	return by != threads_runner(r->t, b) || (by == a && thread_at(r->t, a)->many);
}

/* Appends those that no other one covers; true when there are any. */
static bool keep_different(struct races *r, struct situations *l)
{
	VEC(uint32_t) shape = {0};
	if (r->scratch.n)
		qsort(r->scratch.at, r->scratch.n, sizeof(*r->scratch.at), by_shape);
	for (uint32_t i = 0; i < r->scratch.n; i++) {
		const struct situation x = r->scratch.at[i];
		if (is_covered(r, i))
			continue;
		vec_push(&r->situations, x);
		vec_push(&shape, x.thread);
		vec_push(&shape, x.guards);
		vec_push(&shape, x.lost);
		vec_push(&shape, x.running);
		vec_push(&shape, x.phases);
		vec_push(&shape, x.guessed * 2u + x.ending);
		vec_push(&shape, (uint32_t)x.mask.blocked);
		vec_push(&shape, (uint32_t)(x.mask.blocked >> 32));
		vec_push(&shape, (uint32_t)x.mask.opened);
		vec_push(&shape, (uint32_t)(x.mask.opened >> 32));
		l->count++;
		l->several |= are_several(r, x.thread, r->scratch.at[0].thread);
	}
	l->shape = intern_bytes(&r->shapes, shape.at, shape.n * sizeof(*shape.at));
	vec_free(&shape);
	return l->count;
}

/* What differs in nothing, not even the contexts, is kept once: many orders of a function have
 * the same running. */
static void share(struct races *r, struct scene *s, struct situations *l)
{
	uint32_t known = map_get(&s->alike, l->shape, 0);
	const struct situations *old = &r->lists.at[known];
	const struct situation *x = r->situations.at + old->first;
	const struct situation *y = r->situations.at + l->first;
	bool same = known && old->count == l->count;
	for (uint32_t i = 0; i < l->count && same; i++)
		same = x[i].context == y[i].context && x[i].unease == y[i].unease &&
		       shape_order(&x[i], &y[i]) == 0;
	if (same) {
		r->situations.n = l->first;
		l->first = old->first;
	} else {
		map_put(&s->alike, l->shape, r->lists.n);
	}
}

static uint32_t list_situations(struct races *r, struct scene *s, const struct access *a,
				bool fewest, uint64_t key)
{
	uint32_t known = map_get(&s->lists[fewest], key, UINT32_MAX);
	if (known != UINT32_MAX)
		return known;
	const struct order *o = &summary_of(r->t, s->func)->orders.at[a->ordering];
	struct situations l = {.first = r->situations.n,
			       .by_site = o->absent_count || o->joined_count};
	list_all(r, s, a, fewest);
	bool any = keep_different(r, &l);
	map_put(&s->lists[fewest], key, any ? r->lists.n : 0);
	if (!any)
		return 0;
	share(r, s, &l);
	vec_push(&r->lists, l);
	return r->lists.n - 1;
}

/* Accesses that follow each other mostly have the same locks and order. */
uint32_t situations_of(struct races *r, struct scene *s, const struct access *a, bool fewest)
{
	const struct ir_func *f = &r->p->funcs.at[s->func];
	uint64_t key = map_key2(a->lockset, a->ordering);
	if (threads_is_decided(r->t, s->func)) {
		uint32_t block = a->chain ? 0 : ir_block_of(r->p, f, a->inst);
		key = hash_combine(key, map_key2(a->chain, block)) >> 1;
	}
	if (s->last[fewest].key != key + 1) {
		s->last[fewest].list = list_situations(r, s, a, fewest, key);
		s->last[fewest].key = key + 1;
	}
	return s->last[fewest].list;
}
