/* SPDX-License-Identifier: MIT */
#include "race/show/suppress_rules.h"

#include <errno.h>
#include <string.h>

#include "base/diag.h"
#include "base/str.h"
#include "report/discipline.h"

/* ---- patterns ---- */

static bool fits_here(const char *pattern, const char *end, const char *name)
{
	for (; pattern < end; pattern++, name++) {
		if (*pattern == '$' && pattern + 1 == end)
			return !*name;
		if (*pattern == '*') {
			for (; *name; name++)
				if (fits_here(pattern + 1, end, name))
					return true;
			return fits_here(pattern + 1, end, name);
		}
		if (*pattern != *name)
			return false;
	}
	return true;
}

bool suppress_pattern_fits(const char *pattern, const char *name)
{
	const char *end = pattern + strlen(pattern);
	if (*pattern == '^')
		return fits_here(pattern + 1, end, name);
	for (; *name; name++)
		if (fits_here(pattern, end, name))
			return true;
	return fits_here(pattern, end, name);
}

/* ---- reading ---- */

static const struct {
	const char *word;
	int kind; /* enum rule_of; -1: it means nothing here */
} kinds[] = {
	{"race", RULE_OF_RACE}, {"race_top", RULE_OF_TOP}, {"deadlock", RULE_OF_DEADLOCK},
	{"called_from_lib", -1}, {"thread", -1}, {"mutex", -1}, {"signal", -1},
};

static void read_line(struct suppress_rules *r, struct arena *a, const char *path,
		      const char *line, size_t n, uint32_t number)
{
	while (n && strchr(" \t\r", line[n - 1]))
		n--;
	while (n && strchr(" \t", *line))
		line++, n--;
	if (!n || *line == '#')
		return;
	const char *colon = memchr(line, ':', n);
	for (size_t i = 0; colon && i < sizeof(kinds) / sizeof(*kinds); i++) {
		size_t m = strlen(kinds[i].word);
		if (m != (size_t)(colon - line) || memcmp(line, kinds[i].word, m) != 0)
			continue;
		const char *pattern = arena_printf(a, "%.*s", (int)(n - m - 1), colon + 1);
		if (kinds[i].kind >= 0)
			vec_push(&r->list,
				 ((struct suppress_rule){(enum rule_of)kinds[i].kind, pattern,
							 arena_printf(a, "%s:%u", path, number),
							 0}));
		return;
	}
	die("%s:%u: expected a suppression such as race:PATTERN", path, number);
}

void suppress_rules_read(struct suppress_rules *r, struct arena *a, const char *path)
{
	struct str text = {0};
	errno = 0;
	if (!str_read_file(&text, path))
		die("cannot read the suppressions %s: %s", path, strerror(errno));
	const char *at = str_cstr(&text);
	for (uint32_t number = 1; *at; number++) {
		size_t n = strcspn(at, "\n");
		read_line(r, a, path, at, n, number);
		at += n + (at[n] == '\n');
	}
	str_free(&text);
}

void suppress_rules_free(struct suppress_rules *r)
{
	vec_free(&r->list);
}

/* ---- races ---- */

static bool fits_place(const char *pattern, struct report_place p, const char *function)
{
	return (function && suppress_pattern_fits(pattern, function)) ||
	       (p.file && suppress_pattern_fits(pattern, p.file));
}

static bool fits_stack(const char *pattern, const struct report_access *a)
{
	for (uint32_t i = 0; i < a->frame_count; i++)
		if (fits_place(pattern, a->stack[i].place, a->stack[i].function))
			return true;
	return fits_place(pattern, a->place, a->function);
}

static bool fits_race(const struct suppress_rule *rule, const struct report *of,
		      const struct report_race *x)
{
	for (uint32_t side = 0; side < 2; side++) {
		const struct report_access *a =
			&x->accesses[side ? x->pairs[0].b : x->pairs[0].a];
		const struct report_thread *t = &of->threads[a->thread];
		if (fits_place(rule->pattern, a->place, a->function))
			return true;
		if (rule->kind == RULE_OF_RACE && (fits_stack(rule->pattern, a) ||
						   suppress_pattern_fits(rule->pattern, t->entry)))
			return true;
	}
	return rule->kind == RULE_OF_RACE && suppress_pattern_fits(rule->pattern, x->name);
}

const struct suppress_rule *suppress_rules_fit(struct suppress_rules *r, const struct report *of,
					       const struct report_race *x)
{
	for (uint32_t i = 0; i < r->list.n; i++) {
		struct suppress_rule *rule = &r->list.at[i];
		if (rule->kind == RULE_OF_DEADLOCK || !fits_race(rule, of, x))
			continue;
		rule->used++;
		return rule;
	}
	return NULL;
}

/* ---- deadlocks ---- */

static bool fits_cycle(const char *pattern, const struct report *of,
		       const struct report_cycle *c)
{
	for (uint32_t i = 0; i < c->step_count; i++) {
		const struct report_order *o = &c->steps[i];
		if (suppress_pattern_fits(pattern, of->discipline->locks[o->first].name) ||
		    fits_place(pattern, o->wanted, o->function))
			return true;
	}
	return false;
}

const struct suppress_rule *suppress_rules_fit_cycle(struct suppress_rules *r,
						     const struct report *of,
						     const struct report_cycle *c)
{
	for (uint32_t i = 0; i < r->list.n; i++) {
		struct suppress_rule *rule = &r->list.at[i];
		if (rule->kind != RULE_OF_DEADLOCK || !fits_cycle(rule->pattern, of, c))
			continue;
		rule->used++;
		return rule;
	}
	return NULL;
}
