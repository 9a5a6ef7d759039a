/* SPDX-License-Identifier: MIT */
/*
 * What is wrong, in a few words: 'read_stats' does not take 'stats.lock'. Races that have
 * the same wrong thing in common are one thing to repair, so they have one cause: the
 * kind, and the names that its words are made of.
 */
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "report/report.h"

const char *cause_kind_name(enum cause_kind k)
{
	static const char *const names[] = {
		[CAUSE_MISSING_LOCK] = "missing lock",
		[CAUSE_OTHER_LOCK] = "different locks",
		[CAUSE_NO_LOCK] = "no lock",
		[CAUSE_FREED] = "freed while in use",
		[CAUSE_SIGNAL] = "signal handler",
		[CAUSE_HALF_ATOMIC] = "atomic on one side",
		[CAUSE_UNSAFE_FUNCTION] = "not thread-safe function",
		[CAUSE_HALF_MARKED] = "marked on one side",
		[CAUSE_SHARED_LOCK] = "written under a read lock",
	};
	return names[k];
}

static bool is_signal(const struct report *r, const struct report_access *a)
{
	return r->threads[a->thread].kind == THREAD_SIGNAL;
}

enum report_rule report_rule(const struct report *r, const struct report_race *x)
{
	const struct report_access *a = &x->accesses[x->pairs[0].a];
	const struct report_access *b = &x->accesses[x->pairs[0].b];
	if (a->kind == ACCESS_FREE || b->kind == ACCESS_FREE)
		return RULE_FREED;
	if (strcmp(x->kind, "state") == 0)
		return RULE_UNSAFE_FUNCTION;
	if (r->kernel && a->atomic != b->atomic)
		return RULE_UNMARKED;
	return is_signal(r, a) || is_signal(r, b) ? RULE_SIGNAL : RULE_DATA_RACE;
}

static bool holds_shared(const struct report_access *a)
{
	for (uint32_t i = 0; i < a->lock_count; i++)
		if (a->locks[i].shared)
			return true;
	return false;
}

static bool writes_as_reader(const struct report_access *a)
{
	return a->kind == ACCESS_WRITE && a->lock_count == 1 && holds_shared(a);
}

static enum cause_kind kind_of(const struct report *r, const struct report_race *x,
			       const struct report_access *a,
			       const struct report_access *b)
{
	if (a->kind == ACCESS_FREE || b->kind == ACCESS_FREE)
		return CAUSE_FREED;
	if (is_signal(r, a) || is_signal(r, b))
		return CAUSE_SIGNAL;
	if (strcmp(x->kind, "state") == 0)
		return CAUSE_UNSAFE_FUNCTION;
	if (a->atomic != b->atomic)
		return r->kernel ? CAUSE_HALF_MARKED : CAUSE_HALF_ATOMIC;
	if (x->usual_lock && a->lacks_usual)
		return CAUSE_MISSING_LOCK;
	if (writes_as_reader(a) || writes_as_reader(b))
		return CAUSE_SHARED_LOCK;
	return a->lock_count && b->lock_count ? CAUSE_OTHER_LOCK : CAUSE_NO_LOCK;
}

static void add_two(struct str *s, const char *f, const char *g)
{
	if (strcmp(f, g) == 0)
		str_addf(s, "'%s'", f);
	else
		str_addf(s, "'%s' and '%s'", f, g);
}

static void add_text(struct str *s, const struct report *r, const struct report_race *x,
		     enum cause_kind k, const struct report_access *a,
		     const struct report_access *b)
{
	const struct report_access *first = a;
	switch (k) {
	case CAUSE_MISSING_LOCK:
		str_addf(s, "'%s' does not hold '%s'", a->function, x->usual_lock);
		return;
	case CAUSE_FREED:
		first = a->kind == ACCESS_FREE ? a : b;
		str_addf(s, "'%s' frees it while '%s' may use it", first->function,
			 first == a ? b->function : a->function);
		return;
	case CAUSE_SIGNAL:
		first = is_signal(r, a) ? a : b;
		str_addf(s, "signal handler '%s' interrupts '%s'",
			 r->threads[first->thread].entry,
			 first == a ? b->function : a->function);
		return;
	case CAUSE_HALF_ATOMIC:
		first = a->atomic ? b : a;
		str_addf(s, "'%s' does not use it atomically", first->function);
		return;
	case CAUSE_UNSAFE_FUNCTION:
		str_add(s, "no lock around the calls in ");
		add_two(s, a->function, b->function);
		return;
	case CAUSE_HALF_MARKED:
		first = a->atomic ? b : a;
		str_addf(s, "'%s' %s it plainly, the access of '%s' is marked", first->function,
			 first->kind == ACCESS_WRITE ? "writes" : "reads",
			 first == a ? b->function : a->function);
		return;
	case CAUSE_SHARED_LOCK:
		first = writes_as_reader(a) ? a : b;
		str_addf(s, "'%s' writes, but holds '%s' only for reading",
			 first->function, first->locks[0].name);
		return;
	case CAUSE_OTHER_LOCK:
		if (strcmp(a->locks[0].name, b->locks[0].name) == 0) {
			str_addf(s, "'%s' of different objects, in ", a->locks[0].name);
			add_two(s, a->function, b->function);
			return;
		}
		str_addf(s, "'%s' holds '%s', '%s' holds '%s'", a->function,
			 a->locks[0].name, b->function, b->locks[0].name);
		return;
	case CAUSE_NO_LOCK:
		str_add(s, "no lock in ");
		add_two(s, a->function, b->function);
		return;
	}
}

void report_find_causes(struct report *r)
{
	struct report_race *races =
		arena_memdup(&r->memory, r->races, r->race_count * sizeof(*races));
	VEC(struct report_cause) causes = {0};
	struct intern seen = {0};
	struct str text = {0};
	for (uint32_t i = 0; i < r->race_count; i++) {
		const struct report_access *a = &races[i].accesses[races[i].pairs[0].a];
		const struct report_access *b = &races[i].accesses[races[i].pairs[0].b];
		enum cause_kind kind = kind_of(r, &races[i], a, b);
		str_clear(&text);
		add_text(&text, r, &races[i], kind, a, b);
		uint32_t id = intern_str(&seen, str_cstr(&text));
		if (id > causes.n)
			vec_push(&causes,
				 ((struct report_cause){
					 kind, arena_strdup(&r->memory, str_cstr(&text)),
					 0, a->place}));
		races[i].cause = id - 1;
		causes.at[id - 1].count += !races[i].suppressed;
	}
	r->races = races;
	r->causes = arena_memdup(&r->memory, causes.at, causes.n * sizeof(*causes.at));
	r->cause_count = causes.n;
	vec_free(&causes);
	intern_free(&seen);
	str_free(&text);
}
