/* SPDX-License-Identifier: MIT */
/*
 * Who else takes part in a race: a line for each access that is not explained in full.
 * Accesses that read the same in short (other call chains) are one line, and so are those of
 * several threads, with the number of the others.
 */
#include <stdlib.h>

#include "base/diag.h"
#include "base/map.h"
#include "base/vec.h"
#include "report/text.h"

enum { MAX_OTHERS = 6 };

struct other {
	const struct report_access *access;
	uint32_t threads;
};

struct others {
	struct intern places; /* place, kind, memory, locks: 1 + index in list */
	struct intern lines;  /* the same with the thread */
	VEC(struct other) list;
};

/* others[i]: access i takes part in some pair, but not in the one that was explained. */
static void find_others(const struct report_race *r, bool *others)
{
	for (uint32_t i = 1; i < r->pair_count; i++) {
		others[r->pairs[i].a] = true;
		others[r->pairs[i].b] = true;
	}
	others[r->pairs[0].a] = false;
	others[r->pairs[0].b] = false;
}

static void add_key(struct str *key, const struct report_race *r, const struct report_access *a)
{
	text_place(key, a->place);
	str_addf(key, " %d %d ", a->kind, a->atomic);
	text_name(key, "", a->expression ? a->expression : r->name);
	for (uint32_t i = 0; i < a->lock_count; i++)
		text_name(key, a->locks[i].shared ? " shared " : " ", a->locks[i].name);
}

static void add_other(struct others *o, const struct text_writer *w, const struct report_race *r,
		      const struct report_access *a)
{
	struct str line = {0}, key = {0};
	uint32_t known = o->lines.n;
	text_place(&line, a->place);
	text_access(&line, w, r, a, true);
	intern_bytes(&o->lines, str_cstr(&line), line.n);
	add_key(&key, r, a);
	if (w->options->verbose || w->options->only)
		str_addn(&key, line.at, line.n); /* each by itself */
	if (o->lines.n > known) {
		uint32_t id = intern_bytes(&o->places, str_cstr(&key), key.n);
		if (id > o->list.n)
			vec_push(&o->list, ((struct other){a, 0}));
		o->list.at[id - 1].threads++;
	}
	str_free(&line);
	str_free(&key);
}

static void print_other(const struct text_writer *w, const struct report_race *r,
			const struct other *x)
{
	struct str text = {0};
	text_head(w, x->access->place, PAINT_NOTE, "note:");
	text_access(&text, w, r, x->access, true);
	fprintf(w->out, "also %s", str_cstr(&text));
	if (x->threads > 1)
		fprintf(w->out, "; likewise in %u other thread%s", x->threads - 1,
			text_plural(x->threads - 1));
	fputc('\n', w->out);
	str_free(&text);
}

void text_others(const struct text_writer *w, const struct report_race *r)
{
	struct others o = {0};
	bool all = w->options->verbose || w->options->only;
	bool *others = xcalloc(r->access_count, sizeof(*others));
	find_others(r, others);
	for (uint32_t i = 0; i < r->access_count; i++)
		if (others[i])
			add_other(&o, w, r, &r->accesses[i]);
	for (uint32_t i = 0; i < o.list.n && (i < MAX_OTHERS || all); i++)
		print_other(w, r, &o.list.at[i]);
	if (o.list.n > MAX_OTHERS && !all)
		fprintf(w->out, "  and %u more conflicting access%s (-v shows them)\n",
			o.list.n - MAX_OTHERS, o.list.n - MAX_OTHERS == 1 ? "" : "es");
	free(others);
	intern_free(&o.places);
	intern_free(&o.lines);
	vec_free(&o.list);
}
