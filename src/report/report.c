/* SPDX-License-Identifier: MIT */
/* What all writers of the report agree on: which races are shown, and the words. */
#include "report/report.h"

#include <string.h>

bool report_shows(const struct report_options *o, const struct report_race *r)
{
	if (o->only)
		return strncmp(r->id, o->only, strlen(o->only)) == 0;
	if (r->suppressed)
		return false;
	return o->all || r->confidence >= CONFIDENCE_MEDIUM;
}

int report_place_order(struct report_place a, struct report_place b)
{
	int c = strcmp(a.file ? a.file : "", b.file ? b.file : "");
	if (c)
		return c;
	if (a.line != b.line)
		return a.line < b.line ? -1 : 1;
	return (a.column > b.column) - (a.column < b.column);
}

bool report_has_pair(const struct report_pair *pairs, uint32_t n, uint32_t a, uint32_t b)
{
	for (uint32_t i = 0; i < n; i++)
		if ((pairs[i].a == a && pairs[i].b == b) || (pairs[i].a == b && pairs[i].b == a))
			return true;
	return false;
}

bool report_speaks(const struct report_race *x, uint32_t pair)
{
	return pair == 0 || x->pairs[pair].ground;
}

static void take_ground(struct report_race *x, const struct report_ground *g)
{
	x->reason_count = g->reason_count;
	x->reasons = g->reasons;
	memcpy(x->doubts, g->doubts, sizeof(x->doubts));
	x->unordered = g->unordered;
}

void report_lead_with(struct arena *memory, struct report_race *x, uint32_t pair)
{
	struct report_pair lead = x->pairs[pair];
	if (pair) {
		struct report_pair *pairs =
			arena_memdup(memory, x->pairs, x->pair_count * sizeof(*pairs));
		memmove(pairs + 1, pairs, pair * sizeof(*pairs));
		pairs[0] = lead;
		x->pairs = pairs;
	}
	if (lead.ground)
		take_ground(x, &x->grounds[lead.ground - 1]);
}

const char *report_atomic_word(const struct report *r, bool atomic)
{
	return !atomic ? "" : r->kernel ? "marked " : "atomic ";
}

const char *report_members_are(const struct report_race *r)
{
	if (r->shared_call)
		return "with the same cause there are races on";
	return r->sets_up ? "set up behind this flag, so that there are races on"
			  : "the same code also races on";
}

const char *report_kind_name(enum report_kind k)
{
	switch (k) {
	case ACCESS_READ:
		return "read";
	case ACCESS_WRITE:
		return "write";
	case ACCESS_FREE:
		return "free";
	}
	return "access";
}

const char *const report_axes[REPORT_AXES] = {"memory", "threads", "order", "lock"};

const char *confidence_name(enum confidence c)
{
	switch (c) {
	case CONFIDENCE_LOW:
		return "low";
	case CONFIDENCE_MEDIUM:
		return "medium";
	case CONFIDENCE_HIGH:
		return "high";
	case CONFIDENCE_CONFIRMED:
		return "confirmed";
	}
	return "low";
}

const char *thread_kind_name(enum thread_kind k)
{
	switch (k) {
	case THREAD_MAIN:
		return "main";
	case THREAD_CREATED:
		return "created";
	case THREAD_SIGNAL:
		return "signal";
	case THREAD_ENTRY:
		return "entry";
	case THREAD_CALLBACK:
		return "callback";
	}
	return "created";
}

static bool place_is_sane(struct report_place p)
{
	return p.file || (p.line == 0 && p.column == 0);
}

static bool stack_is_sane(const struct report_frame *stack, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (!stack[i].function || !place_is_sane(stack[i].place))
			return false;
	}
	return true;
}

static bool access_is_sane(const struct report *r, const struct report_access *a)
{
	for (uint32_t i = 0; i < a->lock_count; i++) {
		if (!a->locks[i].name || !place_is_sane(a->locks[i].taken))
			return false;
	}
	return a->function && a->thread < r->thread_count && place_is_sane(a->place) &&
	       stack_is_sane(a->stack, a->frame_count);
}

static bool race_is_sane(const struct report *r, const struct report_race *race)
{
	for (uint32_t i = 0; i < race->access_count; i++) {
		if (!access_is_sane(r, &race->accesses[i]))
			return false;
	}
	for (uint32_t i = 0; i < race->pair_count; i++) {
		if (race->pairs[i].a >= race->access_count ||
		    race->pairs[i].b >= race->access_count)
			return false;
	}
	for (uint32_t i = 0; i < race->reason_count; i++) {
		if (!race->reasons[i])
			return false;
	}
	return race->pair_count > 0 && race->id && race->name && race->kind &&
	       place_is_sane(race->declared);
}

static bool thread_is_sane(const struct report *r, const struct report_thread *t)
{
	return t->entry && t->creator < (int64_t)r->thread_count && t->creator >= -1 &&
	       place_is_sane(t->created) && stack_is_sane(t->stack, t->frame_count);
}

bool report_is_sane(const struct report *r)
{
	for (uint32_t i = 0; i < r->thread_count; i++) {
		if (!thread_is_sane(r, &r->threads[i]))
			return false;
	}
	for (uint32_t i = 0; i < r->race_count; i++) {
		if (!race_is_sane(r, &r->races[i]))
			return false;
	}
	return true;
}
