/* SPDX-License-Identifier: MIT */
/*
 * Where threads are stopped: at the places of the plan, and at some others that the seed
 * chooses, so that pairs nobody planned can be met as well. Every place comes here the first
 * time; one that is not chosen is quiet from then on.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <stdlib.h>

enum {
	PLANNED = 1 << 16,
	CHOSEN = 1 << 12, /* at random */
	FUNCTIONS = 256,
	HOLDS_AT_PLACE = 16, /* of the plan, in one run */
	HOLDS_AT_RANDOM = 4,
	COUNTED = 1000, /* arrivals, where nobody is to be held */
	LEAST_US = 1000,
	TURN_US = 150000,
};

static struct place planned[PLANNED];
static uint32_t planned_count;
static struct place chosen[CHOSEN]; /* by hash of the address */
static struct {
	uintptr_t low, high;
} functions[FUNCTIONS];
static uint32_t function_count;
bool has_atomic_functions;

void add_place(uintptr_t low, uintptr_t high, int32_t id, uint64_t groups)
{
	if (planned_count == PLANNED)
		return;
	planned[planned_count++] =
		(struct place){.low = low, .high = high, .id = id, .groups = groups};
	make_loud(low, high);
}

void add_atomic_function(uintptr_t low, uintptr_t high)
{
	if (function_count == FUNCTIONS)
		return;
	functions[function_count].low = low;
	functions[function_count++].high = high;
	has_atomic_functions = true;
}

static int by_address(const void *a, const void *b)
{
	uintptr_t x = ((const struct place *)a)->low, y = ((const struct place *)b)->low;
	return (x > y) - (x < y);
}

void sort_places(void)
{
	qsort(planned, planned_count, sizeof(*planned), by_address);
}

bool in_atomic_function(uintptr_t pc)
{
	for (uint32_t i = 0; i < function_count; i++) {
		if (pc > functions[i].low && pc <= functions[i].high)
			return true;
	}
	return false;
}

/* pc is behind the call, so the call itself ends there. */
static struct place *find_planned(uintptr_t pc)
{
	uint32_t low = 0, high = planned_count;
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (planned[middle].low < pc)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && pc <= planned[low - 1].high ? &planned[low - 1] : NULL;
}

static struct place *find_chosen(uintptr_t pc)
{
	if (mix(plan.seed, pc & 0xfff) % 1000 >= plan.random_share)
		return NULL;
	uint32_t at = (uint32_t)mix(pc, 1) % CHOSEN;
	struct place *p = &chosen[at];
	if (p->low == 0) {
		p->low = p->high = pc;
		p->id = -1;
		p->groups = UINT64_MAX;
	}
	return p->low == pc ? p : NULL;
}

/* This thread's arrivals at a place; NULL when it has been at too many. */
static struct arrival *arrivals_at(uintptr_t pc)
{
	uint32_t at = (uint32_t)(mix(pc, 2) % ARRIVALS);
	for (uint32_t i = 0; i < ARRIVALS; i++) {
		struct arrival *a = &self.arrivals[(at + i) % ARRIVALS];
		if (!a->pc)
			a->pc = pc;
		if (a->pc == pc)
			return a;
	}
	return NULL;
}

/* 0: not known. */
static uint32_t count_arrival(uintptr_t pc)
{
	struct arrival *a = arrivals_at(pc);
	return a ? ++a->count : 0;
}

/* The number that this arrival is about to get; 0 where nobody counts, or no longer. */
uint32_t next_arrival(uintptr_t pc)
{
	bool counted = find_planned(pc) || (plan.random_share && find_chosen(pc));
	struct arrival *a = counted && !is_quiet(pc) ? arrivals_at(pc) : NULL;
	return a ? a->count + 1 : 0;
}

void make_loud(uintptr_t low, uintptr_t high)
{
	for (uintptr_t pc = low + 1; pc <= high; pc++)
		quiet[pc & ((1u << QUIET_BITS) - 1)] = LOUD;
}

void be_quiet(uintptr_t pc)
{
	unsigned char *q = &quiet[pc & ((1u << QUIET_BITS) - 1)];
	if (*q == UNKNOWN)
		*q = QUIET;
}

/* A place of the plan that is of no use any more. */
static void retire(uintptr_t pc)
{
	quiet[pc & ((1u << QUIET_BITS) - 1)] = QUIET;
}

/* ---- words that threads share ---- */

enum { TOUCHED = 1 << 16 };

/* Who was last at a word, as far as there is room: its address, the thread, and flags. */
static _Atomic uint64_t touched[TOUCHED];

/* Where the word is, or would be. */
static _Atomic uint64_t *hot_place(uint64_t word)
{
	uint32_t at = (uint32_t)(mix(word, 4) % HOT_WORDS);
	uint64_t there;
	while ((there = atomic_load(&plan.hot->words[at])) && there != word)
		at = (at + 1) % HOT_WORDS;
	return &plan.hot->words[at];
}

static bool is_hot(uint64_t word)
{
	return atomic_load(hot_place(word)) == word;
}

static void make_hot(uint64_t word)
{
	uint64_t none = 0;
	if (atomic_load(&plan.hot->count) < HOT_WORDS / 2 &&
	    atomic_compare_exchange_strong(hot_place(word), &none, word))
		atomic_fetch_add(&plan.hot->count, 1);
}

/* True when another thread touches this word too, now or in an earlier run. */
static bool is_shared(const struct access *a)
{
	uint64_t word = a->low >> 3 & 0xffffffffffu;
	uint64_t mine = word << 24 | (uint64_t)(self.number & 0xffff) << 8 | (a->flags & 0xff);
	uint64_t last = atomic_exchange(&touched[mix(word, 3) % TOUCHED], mine);
	if (last >> 24 == word && (last >> 8 & 0xffff) != (self.number & 0xffff) &&
	    ((last | a->flags) & WRITES) && !(last & a->flags & ATOMIC))
		make_hot(word);
	return is_hot(word);
}

/* A run is about a few of them: a thread that is held at one is not met by another that is
 * held at all others. */
static bool is_word_of_run(const struct access *a)
{
	uint64_t word = a->low >> 3 & 0xffffffffffu;
	return mix(plan.seed, word) % ((atomic_load(&plan.hot->count) + 3) / 4) == 0;
}

/* Do we hold only where words are shared? */
static bool is_choosy(void)
{
	return plan.only_hot && plan.hot && atomic_load(&plan.hot->count) > 0;
}

/* ---- whether to stop ---- */

/* The first few times nearly always, then ever more seldom. */
static bool is_time_to_hold(struct place *p)
{
	uint32_t n = atomic_load(&p->holds);
	if (p->id < 0)
		return draw(DRAW_HOLD) % 3 == 0;
	return draw(DRAW_HOLD) % 4 != 0 && draw(DRAW_HOLD) % (n / 4 + 1) == 0;
}

static uint32_t bound_of(struct place *p)
{
	uint32_t bound = atomic_load(&p->bound);
	if (!bound) {
		bound = p->id < 0 ? plan.hold_us / 8 : plan.hold_us;
		bound = bound / 2 + (uint32_t)(draw(DRAW_HOLD) % bound);
		atomic_store(&p->bound, bound);
	}
	return self.lock_count ? bound / 2 + LEAST_US : bound;
}

/* A hold that nothing came of, though others ran: a shorter one next time. */
static void hold_at(struct place *p, const struct access *a, uint32_t arrival)
{
	uint32_t bound = bound_of(p), most = p->id < 0 ? HOLDS_AT_RANDOM : HOLDS_AT_PLACE;
	uint32_t n = atomic_fetch_add(&p->holds, 1);
	if (!hold(a, bound, arrival) && bound > LEAST_US)
		atomic_store(&p->bound, bound * 3 / 4);
	if (n + 1 >= most && !is_choosy() && plan.groups < 2) {
		p->groups = 0;
		retire(a->pc);
	}
}

/* Of many places a few at a time, by turns. Each turn it begins anew. */
static bool has_its_turn(struct place *p)
{
	if (plan.groups < 2)
		return true;
	uint32_t turn = (uint32_t)((now_us() - plan.begin_us) / TURN_US);
	if (!(p->groups >> mix(plan.seed, turn) % plan.groups & 1))
		return false;
	if (atomic_exchange(&p->turn, turn + 1) != turn + 1) {
		atomic_store(&p->holds, 0);
		atomic_store(&p->bound, 0);
	}
	return atomic_load(&p->holds) < HOLDS_AT_PLACE;
}

static bool wants_hold(struct place *p, const struct access *a, bool shared)
{
	if ((!plan.signals && atomic_load(&live_threads) < 2) || !has_its_turn(p))
		return false;
	if (p->id >= 0 && is_choosy())
		return shared && is_word_of_run(a) && draw(DRAW_HOLD) % 4 != 0;
	return is_time_to_hold(p);
}

void visit_place(const struct access *a)
{
	struct place *p = find_planned(a->pc);
	uint32_t n = 0;
	if (p && p->id >= 0 && (uint32_t)p->id < plan.reached_count)
		n = atomic_fetch_add(&plan.reached[p->id], 1);
	if (!p && plan.random_share)
		p = find_chosen(a->pc);
	if (!p) {
		be_quiet(a->pc);
		return;
	}
	uint32_t arrival = count_arrival(a->pc);
	bool shared = plan.hot && p->id >= 0 && is_shared(a);
	if (!p->groups) {
		if (n > COUNTED)
			retire(a->pc);
	} else if (wants_hold(p, a, shared)) {
		hold_at(p, a, arrival);
	}
}
