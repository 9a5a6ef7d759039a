/* SPDX-License-Identifier: MIT */
/*
 * Locksets: the laws of the lattice, monotone operations, and what a lockset says
 * compared with executions it is said to describe. All values are made by the
 * operations themselves, from seeded random programs. With FEW locks the small
 * arrays do not overflow and every law holds exactly; with MANY they do, and what
 * remains is soundness: a must set may lose, a may set becomes 'any'.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "random.h"
#include "summary/lockset.h"

enum { FEW = LOCKSET_SINCE + 1, MANY = 40, ROUNDS = 20000 };

/* ---- operations ---- */

enum op_kind { ACQUIRE, RELEASE, DROP, DROP_ALL, NOTE, OWN, DISOWN };

struct op {
	enum op_kind kind;
	path_id lock;
	uint8_t mode;
	uint8_t depth;
};

/* A lock is a rwlock taken in either mode, or a mutex. */
static uint8_t random_mode(struct random *r)
{
	return random_one_in(r, 3) ? MODE_SHARED : MODE_EXCLUSIVE;
}

static struct op random_op(struct random *r, uint32_t locks)
{
	static const enum op_kind kinds[] = {ACQUIRE, ACQUIRE, ACQUIRE, ACQUIRE, RELEASE,
					     RELEASE, RELEASE, DROP,	NOTE,	 OWN,
					     OWN,     DISOWN};
	struct op o = {.kind = kinds[random_below(r, sizeof(kinds) / sizeof(kinds[0]))]};
	if (random_one_in(r, 40))
		o.kind = DROP_ALL;
	o.lock = 1 + random_below(r, locks);
	o.mode = random_mode(r);
	o.depth = random_one_in(r, 8) ? 2 : 1;
	return o;
}

static void apply(struct lockset *l, struct op o)
{
	struct held h = {.lock = o.lock, .mode = o.mode, .depth = o.depth,
			 .kind = (uint8_t)(o.lock % 3)};
	switch (o.kind) {
	case ACQUIRE:
		lockset_acquire(l, h, true);
		break;
	case RELEASE:
		lockset_release(l, o.lock);
		break;
	case DROP:
		lockset_drop(l, o.lock);
		break;
	case DROP_ALL:
		lockset_drop_all(l);
		break;
	case OWN: /* as many as fit */
		lockset_own(l, (struct owned){100 + o.lock % LOCKSET_OWNED,
					      1 + o.lock % LOCKSET_OWNED, false, false, false, 0});
		break;
	case DISOWN:
		lockset_disown(l, 100 + o.lock % LOCKSET_OWNED);
		break;
	default:
		lockset_note_acquired(l, o.lock);
	}
	assert_true(lockset_is_sane(l));
}

static struct lockset joined(struct lockset a, const struct lockset *b)
{
	struct lockset before = a;
	bool changed = lockset_join(&a, b);
	assert_true(lockset_is_sane(&a));
	assert_int_equal(changed, !lockset_equal(&a, &before));
	return a;
}

/* Straight code, then a branch whose sides are joined, then straight code. */
static struct lockset random_lockset(struct random *r, uint32_t locks, uint32_t nesting)
{
	struct lockset l = lockset_empty(), side;
	for (uint32_t n = random_below(r, 6); n > 0; n--)
		apply(&l, random_op(r, locks));
	for (uint32_t k = 0; k < nesting; k++) {
		side = l;
		for (uint32_t n = random_below(r, 4); n > 0; n--)
			apply(&l, random_op(r, locks));
		for (uint32_t n = random_below(r, 4); n > 0; n--)
			apply(&side, random_op(r, locks));
		l = joined(l, &side);
	}
	for (uint32_t n = random_below(r, 4); n > 0; n--)
		apply(&l, random_op(r, locks));
	return l;
}

#define ASSERT_SAME(x, y) assert_true(lockset_equal(&(x), &(y)))

/* ---- laws ---- */

static void join_is_commutative_and_idempotent(void **unused)
{
	struct random r = {1};
	(void)unused;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		uint32_t locks = i % 2 ? FEW : MANY;
		struct lockset a = random_lockset(&r, locks, 2);
		struct lockset b = random_lockset(&r, locks, 2);
		struct lockset ab = joined(a, &b), ba = joined(b, &a), aa = joined(a, &a);
		ASSERT_SAME(ab, ba);
		ASSERT_SAME(aa, a);
	}
}

static void join_is_associative(void **unused)
{
	struct random r = {2};
	(void)unused;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		struct lockset a = random_lockset(&r, FEW, 2);
		struct lockset b = random_lockset(&r, FEW, 2);
		struct lockset c = random_lockset(&r, FEW, 2);
		struct lockset bc = joined(b, &c), left = joined(joined(a, &b), &c);
		struct lockset right = joined(a, &bc);
		ASSERT_SAME(left, right);
	}
}

static void leq_is_the_order_of_join(void **unused)
{
	struct random r = {3};
	uint32_t comparable = 0;
	(void)unused;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		uint32_t locks = i % 2 ? FEW : 2;
		struct lockset a = random_lockset(&r, locks, 1);
		struct lockset b = random_lockset(&r, locks, 1);
		struct lockset ba = joined(b, &a);
		bool leq = lockset_leq(&a, &b), geq = lockset_leq(&b, &a);
		assert_int_equal(leq, lockset_equal(&ba, &b));
		assert_true(lockset_leq(&a, &a));
		assert_true(lockset_leq(&a, &ba) && lockset_leq(&b, &ba));
		assert_int_equal(leq && geq, lockset_equal(&a, &b));
		comparable += leq != geq;
	}
	assert_true(comparable > ROUNDS / 100); /* or the above says little */
}

static void join_is_the_least_upper_bound(void **unused)
{
	struct random r = {4};
	uint32_t bounds = 0;
	(void)unused;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		struct lockset a = random_lockset(&r, 2, 1), b = random_lockset(&r, 2, 1);
		struct lockset c = random_lockset(&r, 2, 1), ab = joined(a, &b);
		if (lockset_leq(&a, &c) && lockset_leq(&b, &c)) {
			assert_true(lockset_leq(&ab, &c));
			bounds++;
		}
		if (lockset_leq(&a, &b) && lockset_leq(&b, &c))
			assert_true(lockset_leq(&a, &c));
	}
	assert_true(bounds > ROUNDS / 100);
}

static void operations_are_monotone(void **unused)
{
	struct random r = {5};
	(void)unused;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		struct lockset a = random_lockset(&r, FEW, 2);
		struct lockset c = random_lockset(&r, FEW, 2);
		struct lockset b = joined(a, &c);
		for (uint32_t k = 0; k < 8; k++) {
			struct op o = random_op(&r, FEW);
			apply(&a, o);
			apply(&b, o);
			if (!lockset_leq(&a, &b))
				fail_msg("round %u: operation %d on lock %u", i, (int)o.kind,
					 o.lock);
		}
	}
}

/* ---- one lock ---- */

static struct lockset with(const char *ops)
{
	struct lockset l = lockset_empty();
	for (; *ops; ops++) {
		struct op o = {.lock = 1, .depth = 1};
		o.kind = *ops == 'r' ? RELEASE : *ops == 'd' ? DROP : ACQUIRE;
		o.mode = *ops == 's' ? MODE_SHARED : MODE_EXCLUSIVE;
		apply(&l, o);
	}
	return l;
}

/* From most to least known: a = acquire, s = shared, r = release, d = drop. */
static void one_lock_is_a_chain(void **unused)
{
	static const char *const chain[] = {"aaa", "raaa", "aa", "raa", "a", "ra", "", "r"};
	uint32_t n = sizeof(chain) / sizeof(chain[0]);
	(void)unused;
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < n; k++) {
			struct lockset a = with(chain[i]), b = with(chain[k]);
			a.acquired_count = b.acquired_count = 0;
			assert_int_equal(lockset_leq(&a, &b), i <= k);
		}
	}
}

static void depth_and_mode(void **unused)
{
	struct lockset a = with("aa"), b = with("s"), none = with("aar");
	(void)unused;
	assert_int_equal(lockset_find(&a, 1)->depth, 2);
	assert_int_equal(lockset_find(&none, 1)->depth, 1);
	assert_true(lockset_release(&none, 1));
	assert_null(lockset_find(&none, 1));
	assert_int_equal(none.dropped_count, 0);
	assert_false(lockset_release(&none, 1));
	assert_int_equal(none.dropped_count, 1);
	struct lockset ab = joined(a, &b);
	assert_int_equal(lockset_find(&ab, 1)->depth, 1);
	assert_int_equal(lockset_find(&ab, 1)->mode, MODE_SHARED);
	lockset_acquire(&a, (struct held){.lock = 1, .depth = 3}, true);
	assert_int_equal(lockset_find(&a, 1)->depth, 5);
	for (uint32_t i = 0; i < 100; i++)
		lockset_acquire(&a, (struct held){.lock = 1, .depth = 3}, true);
	assert_int_equal(lockset_find(&a, 1)->depth, UINT8_MAX);
	lockset_drop(&a, 1);
	assert_null(lockset_find(&a, 1));
}

static void histories(void **unused)
{
	struct lockset l = lockset_empty();
	(void)unused;
	apply(&l, (struct op){ACQUIRE, 9, MODE_EXCLUSIVE, 1});
	apply(&l, (struct op){ACQUIRE, 7, MODE_EXCLUSIVE, 1});
	apply(&l, (struct op){RELEASE, 7, 0, 0});
	apply(&l, (struct op){ACQUIRE, 3, MODE_EXCLUSIVE, 1});
	const struct held *h = lockset_find(&l, 9);
	assert_int_equal(h->since_count, 2);
	assert_int_equal(h->since[0], 3);
	assert_int_equal(h->since[1], 7);
	assert_int_equal(lockset_find(&l, 3)->since_count, 0);
	assert_int_equal(l.acquired_count, 3);
}

static void owned_objects(void **unused)
{
	struct lockset l = lockset_empty(), other = lockset_empty();
	(void)unused;
	lockset_own(&l, (struct owned){20, 1, false, false, false, 0});
	lockset_own(&l, (struct owned){21, 1, false, false, false, 0});
	lockset_own(&l, (struct owned){20, 1, false, false, false, 0});
	lockset_own(&other, (struct owned){21, 1, false, false, false, 0});
	lockset_own(&other, (struct owned){20, 1, false, false, false, 0});
	assert_int_equal(l.owned_count, 2);
	ASSERT_SAME(l, other);
	lockset_own(&other, (struct owned){20, 2, false, false, false, 0});
	assert_true(lockset_leq(&other, &l) && !lockset_leq(&l, &other));
	lockset_disown(&other, 20); /* whatever it was taken out under */
	assert_int_equal(other.owned_count, 1);
	l = joined(l, &other);
	assert_int_equal(l.owned_count, 1);
	assert_int_equal(l.owned[0].value, 21);
	for (path_id p = 30; p < 50; p++)
		lockset_own(&l, (struct owned){p, 1, false, false, false, 0});
	assert_int_equal(l.owned_count, LOCKSET_OWNED);
	assert_true(lockset_is_sane(&l));
}

/* What was put where a formal points to is one's own only if that is known: in doubt, on both
 * ways; behind two formals, no longer. */
static void lent_objects(void **unused)
{
	struct lockset l = lockset_empty(), other;
	(void)unused;
	lockset_own(&l, (struct owned){20, 1, false, false, false, 0});
	lockset_own(&l, (struct owned){21, 1, false, false, false, 0});
	other = l;
	lockset_lend(&l, 20, 3);
	assert_int_equal(l.owned_count, 2);
	assert_int_equal(l.owned[0].lent, 4);
	assert_false(lockset_equal(&l, &other));
	other = joined(other, &l);
	ASSERT_SAME(l, other);
	lockset_lend(&other, 20, 3);
	ASSERT_SAME(l, other);
	lockset_lend(&other, 20, 2);
	assert_int_equal(other.owned_count, 1);
	assert_int_equal(other.owned[0].value, 21);
}

/* 'since' of a lock that comes from another table of paths is in no order. */
static void insert_sorts(void **unused)
{
	struct lockset l = lockset_empty();
	struct held h = {.lock = 5, .depth = 1, .since_count = 4, .since = {8, 0, 2, 8}};
	(void)unused;
	lockset_insert(&l, h);
	h.lock = 4;
	lockset_insert(&l, h);
	assert_true(lockset_is_sane(&l));
	assert_int_equal(l.held[0].lock, 4);
	assert_int_equal(l.held[1].since_count, 2);
	assert_int_equal(l.held[1].since[0], 2);
}

/* ---- overflow ---- */

static void overflow_of_must_sets_forgets(void **unused)
{
	struct lockset l = lockset_empty();
	(void)unused;
	for (path_id p = 1; p <= MANY; p++)
		apply(&l, (struct op){ACQUIRE, p, MODE_EXCLUSIVE, 1});
	assert_int_equal(l.held_count, LOCKSET_HELD);
	assert_int_equal(l.acquired_count, LOCKSET_ACQUIRED);
	assert_int_equal(l.held[0].since_count, LOCKSET_SINCE);
	assert_null(lockset_find(&l, MANY));
	/* forgotten, so its release may have been of one held on entry */
	assert_false(lockset_release(&l, MANY));
	assert_int_equal(l.dropped[0], MANY);
	assert_int_equal(l.held_count, LOCKSET_HELD);
}

static void overflow_of_may_sets_is_any(void **unused)
{
	struct lockset l = lockset_empty(), a = lockset_empty(), b = lockset_empty();
	(void)unused;
	for (path_id p = 1; p <= LOCKSET_DROPPED; p++)
		apply(&l, (struct op){DROP, p, 0, 0});
	assert_false(l.dropped_any);
	apply(&l, (struct op){DROP, 1, 0, 0});
	assert_false(l.dropped_any);
	apply(&l, (struct op){DROP, MANY, 0, 0});
	assert_true(l.dropped_any);
	for (path_id p = 1; p <= LOCKSET_DROPPED / 2 + 1; p++) {
		apply(&a, (struct op){DROP, p, 0, 0});
		apply(&b, (struct op){DROP, p + LOCKSET_DROPPED, 0, 0});
	}
	struct lockset ab = joined(a, &b), ba = joined(b, &a);
	assert_true(ab.dropped_any);
	ASSERT_SAME(ab, ba);
	assert_true(lockset_leq(&a, &ab) && !lockset_leq(&ab, &a));
}

static void insane_locksets_are_noticed(void **unused)
{
	struct lockset l = with("a");
	(void)unused;
	assert_true(lockset_is_sane(&l));
	l.held[0].depth = 0;
	assert_false(lockset_is_sane(&l));
	l = with("a");
	l.held_count = LOCKSET_HELD + 1;
	assert_false(lockset_is_sane(&l));
	l = with("a");
	l.held[0].since_count = LOCKSET_SINCE + 1;
	assert_false(lockset_is_sane(&l));
	l = with("d");
	l.dropped_any = true;
	assert_false(lockset_is_sane(&l));
	l = with("d");
	l.dropped[0] = 0;
	assert_false(lockset_is_sane(&l));
}

/* ---- executions ---- */

/*
 * One execution: how often each lock was held on entry (at most once: what the
 * chain assumes) and is now, and when locks were taken.
 */
enum { RUNS = 6 };

struct run {
	uint8_t entry[MANY + 1], now[MANY + 1];
	uint32_t taken[MANY + 1];     /* first acquisition in the present hold; 0 none */
	uint32_t last_taken[MANY + 1];
};

struct world {
	struct random r;
	uint32_t locks, clock;
	uint8_t mode[MANY + 1];
	struct run runs[RUNS];
};

static bool all_hold(const struct world *w, uint32_t runs, path_id lock)
{
	for (uint32_t i = 0; i < RUNS; i++)
		if (runs >> i & 1 && !w->runs[i].now[lock])
			return false;
	return true;
}

static void run_take(struct world *w, struct run *x, path_id lock)
{
	x->now[lock]++;
	x->last_taken[lock] = w->clock;
	if (!x->taken[lock])
		x->taken[lock] = w->clock;
}

static void run_give(struct run *x, path_id lock)
{
	if (x->now[lock] && --x->now[lock] == 0)
		x->taken[lock] = 0;
}

/* What the operation does to one execution; a drop may or may not happen. */
static void run_apply(struct world *w, struct run *x, struct op o)
{
	switch (o.kind) {
	case ACQUIRE:
		run_take(w, x, o.lock);
		break;
	case RELEASE:
		run_give(x, o.lock);
		break;
	case DROP:
		if (random_one_in(&w->r, 2))
			run_give(x, o.lock);
		break;
	case DROP_ALL:
		for (path_id p = 1; p <= w->locks; p++)
			while (x->now[p] && random_one_in(&w->r, 2))
				run_give(x, p);
		break;
	case NOTE:
		run_take(w, x, o.lock);
		run_give(x, o.lock);
		break;
	default:
		break;
	}
}

static void check_held(const struct world *w, const struct run *x, const struct held *h)
{
	assert_true(x->now[h->lock] > 0);
	assert_true(h->mode == MODE_SHARED || w->mode[h->lock] == MODE_EXCLUSIVE);
	for (uint32_t i = 0; i < h->since_count; i++)
		assert_true(x->last_taken[h->since[i]] > x->taken[h->lock]);
}

/* The meaning of a lockset, as lockset.h says it, with depth. */
static void check_describes(const struct world *w, const struct run *x,
			    const struct lockset *l)
{
	for (uint32_t i = 0; i < l->held_count; i++)
		check_held(w, x, &l->held[i]);
	for (uint32_t i = 0; i < l->acquired_count; i++)
		assert_true(x->last_taken[l->acquired[i]] > 0);
	for (path_id p = 1; p <= w->locks; p++) {
		const struct held *h = lockset_find(l, p);
		bool dropped = l->dropped_any;
		for (uint32_t i = 0; i < l->dropped_count; i++)
			dropped |= l->dropped[i] == p;
		uint32_t depth = h ? h->depth : 0;
		assert_true(x->now[p] >= depth + (dropped ? 0 : x->entry[p]));
	}
}

static void execute(struct world *w, uint32_t runs, struct lockset *l)
{
	struct op o = random_op(&w->r, w->locks);
	o.mode = w->mode[o.lock];
	o.depth = 1;
	w->clock++;
	if (o.kind == RELEASE && !all_hold(w, runs, o.lock))
		return;
	apply(l, o);
	for (uint32_t i = 0; i < RUNS; i++)
		if (runs >> i & 1)
			run_apply(w, &w->runs[i], o);
}

static void execute_branch(struct world *w, uint32_t runs, struct lockset *l, uint32_t nesting)
{
	uint32_t left = runs & (uint32_t)random_word(&w->r), right = runs & ~left;
	struct lockset other = *l;
	for (uint32_t n = random_below(&w->r, 8); n > 0; n--)
		execute(w, left, l);
	for (uint32_t n = random_below(&w->r, 8); n > 0; n--)
		execute(w, right, &other);
	if (nesting)
		execute_branch(w, right, &other, nesting - 1);
	*l = joined(*l, &other);
}

static void run_program(uint64_t seed, uint32_t locks)
{
	struct world w = {.r = {seed}, .locks = locks, .clock = 1};
	struct lockset l = lockset_empty();
	uint32_t all = (1u << RUNS) - 1;
	for (path_id p = 1; p <= locks; p++) {
		w.mode[p] = random_mode(&w.r);
		for (uint32_t i = 0; i < RUNS; i++)
			w.runs[i].entry[p] = w.runs[i].now[p] = random_one_in(&w.r, 2);
	}
	for (uint32_t k = 0; k < 6; k++) {
		for (uint32_t n = random_below(&w.r, locks); n > 0; n--)
			execute(&w, all, &l);
		execute_branch(&w, all, &l, 2);
		for (uint32_t i = 0; i < RUNS; i++)
			check_describes(&w, &w.runs[i], &l);
	}
}

static void describes_every_execution(void **unused)
{
	(void)unused;
	for (uint64_t seed = 0; seed < ROUNDS / 4; seed++)
		run_program(seed, 3);
	for (uint64_t seed = 0; seed < ROUNDS / 4; seed++)
		run_program(seed, FEW);
}

static void describes_every_execution_when_full(void **unused)
{
	(void)unused;
	for (uint64_t seed = 0; seed < ROUNDS / 4; seed++)
		run_program(seed, MANY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(join_is_commutative_and_idempotent),
		cmocka_unit_test(join_is_associative),
		cmocka_unit_test(leq_is_the_order_of_join),
		cmocka_unit_test(join_is_the_least_upper_bound),
		cmocka_unit_test(operations_are_monotone),
		cmocka_unit_test(one_lock_is_a_chain),
		cmocka_unit_test(depth_and_mode),
		cmocka_unit_test(histories),
		cmocka_unit_test(owned_objects), cmocka_unit_test(lent_objects),
		cmocka_unit_test(insert_sorts),
		cmocka_unit_test(overflow_of_must_sets_forgets),
		cmocka_unit_test(overflow_of_may_sets_is_any),
		cmocka_unit_test(insane_locksets_are_noticed),
		cmocka_unit_test(describes_every_execution),
		cmocka_unit_test(describes_every_execution_when_full),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
