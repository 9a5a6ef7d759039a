/* SPDX-License-Identifier: MIT */
/* The words for the lock discipline that every writer uses. */
#include "report/discipline.h"

#include "base/map.h"
#include "report/text.h"

const char *memory_rule_name(enum memory_rule r)
{
	static const char *const names[MEMORY_RULES] = {
		[MEMORY_READ_ONLY] = "read-only", [MEMORY_SET_BEFORE] = "set-before-threads",
		[MEMORY_ATOMIC] = "atomic",	  [MEMORY_CONFINED] = "confined",
		[MEMORY_GUARDED] = "guarded",	  [MEMORY_ONCE] = "once",
		[MEMORY_OWN] = "own",		  [MEMORY_ORDERED] = "ordered",
		[MEMORY_NONE] = "none"};
	return names[r];
}

const char *memory_status_name(enum memory_status s)
{
	static const char *const names[MEMORY_STATUSES] = {
		[MEMORY_MIXED] = "mixed", [MEMORY_ONE_EXCEPTION] = "one exception",
		[MEMORY_LIKELY] = "likely", [MEMORY_PROVED] = "proved"};
	return names[s];
}

void memory_rule_text(struct str *s, const struct report_memory *m)
{
	static const char *const texts[MEMORY_RULES] = {
		[MEMORY_READ_ONLY] = "only read",
		[MEMORY_SET_BEFORE] = "set while no other thread exists, then only read",
		[MEMORY_ATOMIC] = "atomic",
		[MEMORY_CONFINED] = "used by one thread only",
		[MEMORY_GUARDED] = "guarded by ",
		[MEMORY_ONCE] = "made once, by ",
		[MEMORY_OWN] = "each thread has its own",
		[MEMORY_ORDERED] = "ordered: never at the same time",
		[MEMORY_NONE] = "no rule"};
	if (m->lock)
		text_name(s, texts[m->rule], m->lock);
	else
		str_add(s, texts[m->rule]);
	if (m->rule == MEMORY_GUARDED || m->rule == MEMORY_ATOMIC)
		str_addf(s, " in %u of %u places", m->kept, m->total);
}

bool memory_is_shared(const struct report_memory *m)
{
	return m->rule == MEMORY_GUARDED || m->rule == MEMORY_ATOMIC || m->rule == MEMORY_ONCE ||
	       m->status <= MEMORY_MIXED;
}

bool report_shows_cycle(const struct report_options *o, const struct report_cycle *c)
{
	return !c->suppressed && (o->all || c->confidence > CONFIDENCE_LOW);
}

/* Several threads may run the same function. */
void memory_threads_text(struct str *s, const struct report *r, const uint32_t *list, uint32_t n,
			 bool all)
{
	const uint32_t few = 4;
	struct intern seen = {0};
	struct str one = {0};
	for (uint32_t i = 0; i < n; i++) {
		str_clear(&one);
		text_thread(&one, &r->threads[list[i]]);
		if (intern_find(&seen, one.at, one.n))
			continue;
		intern_str(&seen, str_cstr(&one));
		if (all || seen.n <= few + 1)
			str_addf(s, "%s%s", s->n ? ", " : "", str_cstr(&one));
	}
	if (!all && seen.n > few + 1)
		str_addf(s, " and %u more", seen.n - few - 1);
	intern_free(&seen);
	str_free(&one);
}
