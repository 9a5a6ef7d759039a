/* SPDX-License-Identifier: MIT */
/*
 * Two clusters: of the pairs of their instances that survive, the one that explains the race
 * best. Instances of one thread that follow each other are a run. Most runs are done with at
 * once: their threads never run at the same time, have an object each, or a pair of such sides
 * was found already.
 */
#include "race/discipline/discipline.h"
#include "race/pair/bucket.h"
#include "race/pair/pair.h"
#include "race/rank/rank.h"
#include "race/show/why.h"
#include "race/veto/veto.h"

/* ---- one pair ---- */

/* Counts the pair in the funnel; returns the veto that removes it. */
static enum veto judge(struct races *r, const struct instance *a, const struct instance *b)
{
	enum veto v = first_veto(r, a, b, NULL);
	r->counts.reachable++;
	if (r->discipline)
		discipline_judged(r, a, b, v);
	for (uint32_t i = 0; i < v; i++)
		r->counts.left[i]++;
	return v;
}

static void note_guarded(struct races *r, struct bucket *k, uint32_t start, bool race)
{
	uint32_t known = map_get(&k->seen, start, 0);
	if (known == 0)
		r->counts.guarded += !race;
	if (known == 1 && race)
		r->counts.guarded--;
	if (known != 2)
		map_put(&k->seen, start, race ? 2 : 1);
}

static bool survives(struct races *r, struct bucket *k, uint32_t i, uint32_t j, uint32_t start)
{
	struct instance *a = &r->instances.at[i], *b = &r->instances.at[j];
	if (++k->judged > k->most) {
		k->cut = true;
		return false;
	}
	enum veto v = judge(r, a, b);
	if (r->why)
		why_pair_judged(r, a, b, v);
	a->judged = b->judged = true;
	if (v <= VETO_PARALLEL)
		return false;
	a->parallel = b->parallel = true;
	note_guarded(r, k, start, v == VETO_COUNT);
	return v == VETO_COUNT;
}

/* Has each thread an object of its own, whatever instances of these threads they are? */
static bool are_own(thread_id owner, thread_id thread, thread_id other_owner, thread_id other)
{
	bool both = owner > 1 && other_owner > 1;
	return both && (owner != other_owner || (thread == other && owner == thread + 1));
}

static bool have_own(const struct instance *x, const struct instance *y)
{
	return are_own(x->owner, x->thread, y->owner, y->thread);
}

/* The veto that removes the pair and all whose second instance is alike: one thread that
 * there is never more than one of, or objects of two threads. */
static enum veto veto_of_alike(struct races *r, uint32_t i, uint32_t j)
{
	struct instance *x = &r->instances.at[i], *y = &r->instances.at[j];
	const struct thread *t = thread_at(r->t, x->thread);
	bool one = x->thread == y->thread && !t->many && !t->nested;
	note_owner(r, x);
	note_owner(r, y);
	if (r->in->disabled || (!one && !have_own(x, y)))
		return VETO_COUNT;
	for (enum veto v = 0; v <= VETO_OWN; v++)
		if (vetoes[v].removes(r, x, y, NULL))
			return v;
	return VETO_PARALLEL;
}

static void pass_over(struct races *r, enum veto v, uint64_t pairs)
{
	r->counts.reachable += v == VETO_COUNT ? 0 : pairs;
	for (uint32_t i = 0; i < v && v != VETO_COUNT; i++)
		r->counts.left[i] += pairs;
}

/* The confidence of a pair depends on the two clusters, on their sides, and on what their
 * threads rest on. */
struct search {
	uint32_t doubts; /* about the threads of the pair at hand */
	bool varies;	 /* they depend on what else runs there */
};

static bool has_doubts(const struct tried *t, uint32_t doubts)
{
	return t->doubts[doubts / DOUBT_BITS] >> doubts % DOUBT_BITS & 1;
}

static void note_doubts(struct tried *t, uint32_t doubts)
{
	t->doubts[doubts / DOUBT_BITS] |= UINT64_C(1) << doubts % DOUBT_BITS;
}

static struct tried *look_up(struct races *r, struct search *s, const struct instance *x,
			     const struct instance *y)
{
	struct tried *t = &r->best.tried[x->side][y->side][x->thread == y->thread];
	if (t->search != r->best.searches)
		*t = (struct tried){.search = r->best.searches};
	*s = (struct search){0};
	if ((x->doubtful || y->doubtful) && !has_doubts(t, 0))
		s->doubts = doubts_of_threads(r, x, y, &s->varies);
	return t;
}

/* One that was found without doubts will do for all. */
static bool is_known(const struct tried *t, const struct search *s)
{
	return has_doubts(t, 0) || has_doubts(t, s->doubts);
}

/* ---- runs ---- */

bool may_meet(struct races *r, thread_id x, thread_id y)
{
	enum { NEVER = 1, MAY };
	uint8_t *known = &r->best.meet[(size_t)x * r->t->list.n + y];
	if (!*known)
		*known = threads_may_meet(r->t, x, y) ? MAY : NEVER;
	return *known == MAY;
}

/* Are all their pairs in conflict, and not only about a flag of a signal handler? */
static bool are_plain(const struct races *r, const struct cluster *a, const struct cluster *b)
{
	const uint8_t flag = ACCESSF_VOLATILE | ACCESSF_ATOMIC;
	return !r->why && !r->in->disabled && !(a->flags & flag && b->flags & flag) &&
	       !(a->of.access->kind == READ && b->of.access->kind == READ);
}

/* All instances of a run name the object alike. */
static thread_id owner_of_run(struct races *r, struct run *x)
{
	if (!x->owner) {
		note_owner(r, &r->instances.at[x->first]);
		x->owner = r->instances.at[x->first].owner;
	}
	return x->owner;
}

/* The veto that removes all pairs of the two runs, if it takes no look at them. */
static enum veto veto_of_runs(struct races *r, struct run *x, struct run *y)
{
	bool own = owner_of_run(r, x) > 1 && owner_of_run(r, y) > 1;
	if (own)
		return are_own(x->owner, x->thread, y->owner, y->thread) ? VETO_OWN : VETO_COUNT;
	return may_meet(r, x->thread, y->thread) ? VETO_COUNT : VETO_PARALLEL;
}

/* From j on, for one instance. Most runs are passed over: their instances are not looked at. */
static bool pass_over_run(struct races *r, bool any, struct instance *x, struct run *run,
			  uint32_t j, enum veto v)
{
	struct search s;
	if (v == VETO_COUNT)
		return false;
	if (any && is_known(look_up(r, &s, x, &r->instances.at[j]), &s))
		return !s.varies;
	pass_over(r, v, run->end - j);
	if (r->discipline)
		discipline_judged(r, x, &r->instances.at[j], v);
	if (v == VETO_PARALLEL && x->thread != run->thread)
		x->judged = run->judged = true;
	return true;
}

/* What was found so far, and the instance at hand. */
struct pairing {
	struct bucket *k;
	struct found *best;
	uint32_t i, start;
	uint32_t run, run_end; /* of the other cluster, from the one that is paired first */
	const struct cluster *other;
	uint32_t side_count;   /* sides that runs of it have, in r->best.sides; 0: not asked */
	bool any, done;
};

/* The instance and a part of a run. */
static void judge_run(struct races *r, struct pairing *w, uint32_t j, uint32_t end)
{
	struct search s;
	const struct instance *x = &r->instances.at[w->i];
	for (; j < end && !w->k->cut && !w->done; j++) {
		const struct instance *y = &r->instances.at[j];
		struct tried *tried = look_up(r, &s, x, y);
		struct found f = {.a = w->i, .b = j, .start = w->start};
		bool known = is_known(tried, &s);
		enum veto all = known ? VETO_COUNT : veto_of_alike(r, w->i, j);
		if ((known || all != VETO_COUNT) && !r->why) {
			uint32_t alike = known && s.varies ? 1 : end - j;
			pass_over(r, all, alike);
			if (r->discipline)
				discipline_judged(r, x, y, all);
			j += alike - 1;
			continue;
		}
		if (!survives(r, w->k, w->i, j, w->start))
			continue;
		note_doubts(tried, s.doubts);
		rank_quickly(r, &f);
		if (!w->any || f.score > w->best->score)
			*w->best = f;
		w->any = true;
		w->done = !r->why && (w->k->vague || w->best->confidence == CONFIDENCE_HIGH);
	}
}

/* ---- two shapes ---- */

static bool has_owner(struct races *r, const struct cluster *x)
{
	for (uint32_t i = x->run; i < x->run + x->run_count; i++)
		if (owner_of_run(r, &r->runs.at[i]) > 1)
			return true;
	return false;
}

static void mark_instances(struct races *r, const struct cluster *x, const uint8_t *flags)
{
	for (uint32_t i = 0; i < x->count; i++) {
		r->instances.at[x->first + i].judged |= flags[i] & SHAPE_JUDGED;
		r->instances.at[x->first + i].parallel |= (flags[i] & SHAPE_PARALLEL) != 0;
	}
}

/* Is it known that all pairs are removed, whatever memory they are about? */
static bool are_excluded(struct races *r, const struct pairing *w, const struct shape_pair *s,
			 const struct cluster *a, const struct cluster *b)
{
	if (!s || s->excluded != SHAPES_EXCLUDED || w->k->judged + s->judged > w->k->most ||
	    (has_owner(r, a) && has_owner(r, b)))
		return false;
	w->k->judged += s->judged;
	pass_over(r, VETO_PARALLEL, s->pairs - s->processes - s->locks);
	pass_over(r, VETO_PROCESS, s->processes);
	pass_over(r, VETO_LOCK, s->locks);
	mark_instances(r, a, s->flags);
	mark_instances(r, b, s->other_flags);
	if (s->processes + s->locks)
		note_guarded(r, w->k, w->start, false);
	return true;
}

/* ---- one run ---- */

/* Was a pair of such sides found without doubts? Then no other one of the two runs matters. */
enum { RUNS_KNOWN = VETO_COUNT + 1 };

static bool are_sides_known(const struct races *r, uint8_t a, uint8_t b, bool one_thread)
{
	const struct tried *t = &r->best.tried[a][b][one_thread];
	return t->search == r->best.searches && has_doubts(t, 0);
}

static bool are_known(const struct races *r, const struct pairing *w, uint32_t x, uint32_t y)
{
	const struct instance *a = &r->instances.at[r->runs.at[x].first];
	const struct instance *b = &r->instances.at[r->runs.at[y].first];
	return w->any && !r->why &&
	       are_sides_known(r, a->side, b->side, a->thread == b->thread);
}

/* The sides of the cluster, each once, and its threads. */
static void note_sides(struct races *r, struct pairing *w, const struct cluster *x)
{
	for (uint32_t i = x->run; i < x->run + x->run_count; i++) {
		uint8_t side = r->instances.at[r->runs.at[i].first].side;
		r->best.thread_in[r->runs.at[i].thread] = r->best.searches;
		if (r->best.side_in[side] == r->best.searches)
			continue;
		r->best.side_in[side] = r->best.searches;
		r->best.sides[w->side_count++] = side;
	}
}

/* Is that so with every run of the other cluster? There are few sides and many runs. */
static bool is_known_with_all(struct races *r, struct pairing *w, uint32_t x)
{
	const struct instance *a = &r->instances.at[r->runs.at[x].first];
	if (!w->any || r->why)
		return false;
	if (!w->side_count)
		note_sides(r, w, w->other);
	bool meets_own = r->best.thread_in[a->thread] == r->best.searches;
	for (uint32_t i = 0; i < w->side_count; i++) {
		if (!are_sides_known(r, a->side, r->best.sides[i], false) ||
		    (meets_own && !are_sides_known(r, a->side, r->best.sides[i], true)))
			return false;
	}
	return true;
}

/* Which veto removes all pairs of the run and of each of the others? True: all have one. */
static bool find_run_vetoes(struct races *r, const struct pairing *w, uint32_t x, bool plain)
{
	bool all = plain;
	r->best.run_vetoes.n = 0;
	for (uint32_t y = w->run; y < w->run_end; y++) {
		uint8_t v = VETO_COUNT;
		if (are_known(r, w, x, y))
			v = RUNS_KNOWN;
		else if (plain)
			v = (uint8_t)veto_of_runs(r, &r->runs.at[x], &r->runs.at[y]);
		vec_push(&r->best.run_vetoes, v);
		all &= v != VETO_COUNT;
	}
	return all;
}

/* What is known of the sides of two runs may vary from pair to pair. */
static bool may_vary(const struct races *r, const struct pairing *w, const struct run *x)
{
	bool doubtful = r->instances.at[x->first].doubtful;
	for (uint32_t y = w->run; y < w->run_end && !doubtful; y++)
		doubtful = r->instances.at[r->runs.at[y].first].doubtful;
	return w->any && doubtful;
}

/* All pairs of the run at once; as pass_over_run does it for one instance. */
static bool pass_over_all(struct races *r, const struct pairing *w, struct run *x)
{
	struct search s;
	if (r->discipline || may_vary(r, w, x))
		return false;
	for (uint32_t i = w->run; i < w->run_end; i++) {
		struct run *y = &r->runs.at[i];
		uint8_t v = r->best.run_vetoes.at[i - w->run];
		if (v == RUNS_KNOWN)
			continue;
		uint64_t n = x->end - x->first, m = y->end - y->first;
		if (w->any && is_known(look_up(r, &s, &r->instances.at[x->first],
					       &r->instances.at[y->first]), &s))
			continue;
		pass_over(r, v, x == y ? n * (n + 1) / 2 : n * m);
		if (v == VETO_PARALLEL && x->thread != y->thread)
			x->judged = y->judged = true;
	}
	return true;
}

/* One instance and all runs; true when one of them is still of interest. */
static bool pair_instance(struct races *r, struct pairing *w, uint32_t x)
{
	bool more = false;
	for (uint32_t i = w->run; i < w->run_end && !w->k->cut && !w->done; i++) {
		struct run *y = &r->runs.at[i];
		uint8_t *v = &r->best.run_vetoes.at[i - w->run];
		uint32_t j = i == x ? w->i : y->first;
		if (*v == RUNS_KNOWN)
			continue;
		if (!pass_over_run(r, w->any, &r->instances.at[w->i], y, j, *v))
			judge_run(r, w, j, y->end);
		if (are_known(r, w, x, i))
			*v = RUNS_KNOWN;
		more |= *v != RUNS_KNOWN;
	}
	return more;
}

static void pair_run(struct races *r, struct pairing *w, uint32_t x, bool plain)
{
	uint32_t end = r->runs.at[x].end;
	if (is_known_with_all(r, w, x))
		return;
	bool more = !find_run_vetoes(r, w, x, plain) || !pass_over_all(r, w, &r->runs.at[x]);
	for (w->i = r->runs.at[x].first; w->i < end && !w->done && !w->k->cut && more; w->i++)
		more = pair_instance(r, w, x);
}

bool find_best(struct races *r, struct bucket *k, const struct cluster *a,
	       const struct cluster *b, struct found *best)
{
	struct pairing w = {.k = k, .best = best, .start = common_start(a, b), .other = b};
	bool plain = are_plain(r, a, b);
	struct shape_pair *s = NULL;
	if (plain && !r->discipline)
		s = shape_pair_of(r, &r->instances.at[a->first], &r->instances.at[b->first]);
	if (are_excluded(r, &w, s, a, b))
		return false;
	r->best.searches++;
	for (uint32_t x = a->run; x < a->run + a->run_count && !w.done && !k->cut; x++) {
		w.run = a == b ? x : b->run;
		w.run_end = b->run + b->run_count;
		pair_run(r, &w, x, plain);
	}
	if (!w.any && s && s->excluded == SHAPES_UNKNOWN)
		find_excluded(r, s, a, b);
	return w.any;
}

/* Has each thread of the cluster an object of its own? */
static bool is_own(struct races *r, struct cluster *x)
{
	enum { NO = 1, YES };
	for (uint32_t i = x->run; !x->own && i < x->run + x->run_count; i++)
		if (owner_of_run(r, &r->runs.at[i]) != r->runs.at[i].thread + 1)
			x->own = NO;
	if (!x->own)
		x->own = YES;
	return x->own == YES;
}

bool are_each_own(struct races *r, struct cluster *a, struct cluster *b)
{
	uint64_t n = a->count, m = b->count;
	if (r->discipline || !are_plain(r, a, b) || !is_own(r, a) || !is_own(r, b))
		return false;
	pass_over(r, VETO_OWN, a == b ? n * (n + 1) / 2 : n * m);
	return true;
}

bool are_of_one_thread(struct races *r, const struct cluster *a, const struct cluster *b)
{
	uint32_t pairs = a == b ? a->count * (a->count + 1) / 2 : a->count * b->count;
	if (!a->only_thread || a->only_thread != b->only_thread || r->why || r->in->disabled)
		return false;
	pass_over(r, veto_of_alike(r, a->first, b->first), pairs);
	return true;
}

void best_init(struct races *r)
{
	uint32_t threads = r->t->list.n;
	r->best.tried = xcalloc(SIDES, sizeof(*r->best.tried));
	r->best.side_in = xcalloc(SIDES, sizeof(*r->best.side_in));
	r->best.thread_in = xcalloc(threads + 1u, sizeof(*r->best.thread_in));
	r->best.sides = xcalloc(SIDES, sizeof(*r->best.sides));
	r->best.meet = xcalloc((size_t)threads * threads + 1u, sizeof(*r->best.meet));
}

void best_release(struct best_memo *b)
{
	free(b->tried);
	free(b->side_in);
	free(b->thread_in);
	free(b->sides);
	free(b->meet);
	vec_free(&b->run_vetoes);
}
