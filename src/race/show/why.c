/* SPDX-License-Identifier: MIT */
/*
 * chequer why: the same pairing, told for two source lines. Nothing is decided
 * here: pairs.c reports what it judged, and this prints the first veto and its
 * fact again.
 */
#include "race/pair/pair.h"
#include "race/show/show.h"
#include "race/show/why.h"
#include "race/veto/veto.h"

#include <string.h>

static bool ends_with(const char *path, const char *name)
{
	size_t n = strlen(path), m = strlen(name);
	if (m > n || strcmp(path + n - m, name) != 0)
		return false;
	return n == m || m == 0 || path[n - m - 1] == '/' || name[0] == '/';
}

static bool is_at(const struct races *r, const struct access *a, struct race_place at)
{
	struct report_place p = place_of(r->p, a->func, a->inst);
	return p.file && p.line == at.line && ends_with(p.file, at.file);
}

/* The site of the instance on that line, or NULL. */
static const struct access *site_at(const struct races *r, const struct instance *x,
				    struct race_place at)
{
	if (is_at(r, x->access, at))
		return x->access;
	for (uint32_t s = r->clusters.at[x->cluster].site; s; s = r->sites.at[s].next) {
		if (is_at(r, r->sites.at[s].access, at))
			return r->sites.at[s].access;
	}
	return NULL;
}

static void tell_side(struct races *r, const struct instance *x, const struct access *a,
		      FILE *out)
{
	static const char *const kinds[] = {[READ] = "read", [WRITE] = "write",
					    [FREE] = "free"};
	struct arena scratch = {0};
	struct report_access s = show_access(r, &scratch, x, &x->point, a);
	const struct thread *t = threads_beginning(r->t, x->point.context);
	fprintf(out, "  %s:%u: %s of '%s' in %s, thread %u (%s)",
		s.place.file ? s.place.file : "?", s.place.line, kinds[a->kind], s.expression,
		s.function, x->thread,
		t->entry ? ir_func_name(r->p, t->entry) : "entries");
	for (uint32_t i = 0; i < s.lock_count; i++)
		fprintf(out, "%s%s", i ? ", " : ", holding ", s.locks[i].name);
	fputc('\n', out);
	arena_release(&scratch);
}

static void tell(struct races *r, const struct instance *a, const struct access *at_a,
		 const struct instance *b, const struct access *at_b, enum veto v)
{
	FILE *out = r->why->out;
	struct str fact = {0};
	tell_side(r, a, at_a, out);
	tell_side(r, b, at_b, out);
	if (v == VETO_COUNT) {
		struct arena scratch = {0};
		fprintf(out, "  => a race: no veto removes the pair\n     not ordered: %s\n\n",
			unordered_text(r, &scratch, a, b));
		arena_release(&scratch);
	} else {
		first_veto(r, a, b, &fact);
		fprintf(out, "  => %s (%s%s%s)\n\n", vetoes[v].text, vetoes[v].name,
			fact.n ? ": " : "", str_cstr(&fact));
	}
	str_free(&fact);
	++*r->why->pairs;
}

enum { ASKED = 1, ON_FIRST = 2, ON_SECOND = 4 };

static uint8_t lines_of(const struct races *r, struct cluster *c)
{
	const struct instance *x = &r->instances.at[c->first];
	if (!c->lines && c->count)
		c->lines = (uint8_t)(ASKED | (site_at(r, x, r->why->a) ? ON_FIRST : 0) |
				     (site_at(r, x, r->why->b) ? ON_SECOND : 0));
	return c->lines;
}

bool why_asks_for(struct races *r, struct cluster *a, struct cluster *b)
{
	uint8_t x = lines_of(r, a), y = lines_of(r, b);
	return (x & ON_FIRST && y & ON_SECOND) || (x & ON_SECOND && y & ON_FIRST);
}

void why_pair_judged(struct races *r, const struct instance *a, const struct instance *b,
		     enum veto v)
{
	const struct why *w = r->why;
	const struct access *x = site_at(r, a, w->a), *y = site_at(r, b, w->b);
	if (!x || !y) {
		x = site_at(r, a, w->b);
		y = site_at(r, b, w->a);
	}
	if (x && y)
		tell(r, a, x, b, y, v);
}

static uint32_t accesses_at(struct races *r, struct race_place at)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < r->candidates.n; i++)
		n += is_at(r, nth_candidate(r, i).access, at);
	return n;
}

static void tell_missing(struct races *r, struct race_place at, FILE *out)
{
	if (accesses_at(r, at) == 0)
		fprintf(out,
			"%s:%u: no access to memory that threads share while more than one "
			"runs\n",
			at.file, at.line);
}

uint32_t race_why(const struct race_input *in, struct race_place a, struct race_place b,
		  FILE *out)
{
	struct races r;
	uint32_t pairs = 0;
	struct why w = {a, b, out, &pairs};
	races_init(&r, in);
	r.why = &w;
	collect_candidates(&r);
	collect_handovers(&r);
	tell_missing(&r, a, out);
	tell_missing(&r, b, out);
	judge_objects(&r, NULL);
	if (pairs == 0)
		fprintf(out, "the two lines touch no common memory\n");
	races_release(&r);
	return pairs;
}
