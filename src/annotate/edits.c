/* SPDX-License-Identifier: MIT */
/*
 * The patch needs no search for what is common: an old line is in the new text either as
 * it was, or with something inserted, in which case it is a subsequence of the new one.
 */
#include "annotate/edits.h"

#include <stdlib.h>
#include <string.h>

enum { CONTEXT = 3 };

void edits_insert(struct edits *e, uint32_t file, uint32_t at, const char *text)
{
	for (uint32_t i = 0; i < e->list.n; i++) {
		const struct insertion *x = &e->list.at[i];
		if (x->file == file && x->at == at && strcmp(x->text, text) == 0)
			return;
	}
	vec_push(&e->list, ((struct insertion){file, at, e->list.n, text}));
}

void edits_free(struct edits *e)
{
	vec_free(&e->list);
}

static int by_position(const void *a, const void *b)
{
	const struct insertion *x = a, *y = b;
	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

void edits_apply(const struct edits *e, uint32_t file, const char *old, struct str *out)
{
	VEC(struct insertion) mine = {0};
	uint32_t at = 0;
	for (uint32_t i = 0; i < e->list.n; i++)
		if (e->list.at[i].file == file)
			vec_push(&mine, e->list.at[i]);
	if (mine.n)
		qsort(mine.at, mine.n, sizeof(*mine.at), by_position);
	for (uint32_t i = 0; i < mine.n; i++) {
		str_addn(out, old + at, mine.at[i].at - at);
		str_add(out, mine.at[i].text);
		at = mine.at[i].at;
	}
	str_add(out, old + at);
	vec_free(&mine);
}

/* ---- the patch ---- */

struct line {
	const char *at;
	size_t n; /* with its newline, if it has one */
};
struct lines {
	VEC(struct line) list;
};

/* What happens: an old line is kept, goes, or a new one comes. */
struct change {
	char sign;
	struct line line;
};
struct script {
	VEC(struct change) list;
};

static void split(struct lines *out, const char *text)
{
	while (*text) {
		size_t n = strcspn(text, "\n");
		n += text[n] == '\n';
		vec_push(&out->list, ((struct line){text, n}));
		text += n;
	}
}

static bool same(struct line a, struct line b)
{
	return a.n == b.n && memcmp(a.at, b.at, a.n) == 0;
}

/* Was 'a' made to 'b' by insertions? */
static bool grew(struct line a, struct line b)
{
	size_t k = 0;
	for (size_t i = 0; i < b.n && k < a.n; i++)
		k += a.at[k] == b.at[i];
	return k == a.n && a.n > 1;
}

static void compare(struct script *s, const struct lines *a, const struct lines *b)
{
	uint32_t i = 0;
	for (uint32_t k = 0; k < b->list.n; k++) {
		struct line now = b->list.at[k];
		bool left = i < a->list.n;
		if (left && same(a->list.at[i], now)) {
			vec_push(&s->list, ((struct change){' ', now}));
			i++;
			continue;
		}
		if (left && grew(a->list.at[i], now))
			vec_push(&s->list, ((struct change){'-', a->list.at[i++]}));
		vec_push(&s->list, ((struct change){'+', now}));
	}
}

static void add_hunk(const struct script *s, uint32_t from, uint32_t to,
		     uint32_t old_line, uint32_t new_line, struct str *out)
{
	uint32_t old_count = 0, new_count = 0;
	for (uint32_t i = from; i < to; i++) {
		old_count += s->list.at[i].sign != '+';
		new_count += s->list.at[i].sign != '-';
	}
	str_addf(out, "@@ -%u,%u +%u,%u @@\n", old_count ? old_line : 0, old_count,
		 new_line, new_count);
	for (uint32_t i = from; i < to; i++) {
		struct line l = s->list.at[i].line;
		str_addc(out, s->list.at[i].sign);
		str_addn(out, l.at, l.n);
		if (l.at[l.n - 1] != '\n')
			str_add(out, "\n\\ No newline at end of file\n");
	}
}

/* Changes that are near each other are told together. */
static void add_hunks(const struct script *s, struct str *out)
{
	uint32_t old_line = 1, new_line = 1;
	for (uint32_t i = 0; i < s->list.n;) {
		if (s->list.at[i].sign == ' ') {
			i++;
			old_line++;
			new_line++;
			continue;
		}
		uint32_t before = i < CONTEXT ? i : CONTEXT, last = i, from = i - before;
		for (uint32_t k = i; k < s->list.n && k <= last + 2 * CONTEXT; k++)
			last = s->list.at[k].sign != ' ' ? k : last;
		uint32_t to =
			last + 1 + CONTEXT < s->list.n ? last + 1 + CONTEXT : s->list.n;
		add_hunk(s, from, to, old_line - before, new_line - before, out);
		for (; i < to; i++) {
			old_line += s->list.at[i].sign != '+';
			new_line += s->list.at[i].sign != '-';
		}
	}
}

void edits_diff(const char *file, const char *old, const char *text, struct str *out)
{
	struct lines a = {0}, b = {0};
	struct script s = {0};
	split(&a, old ? old : "");
	split(&b, text);
	compare(&s, &a, &b);
	if (old)
		str_addf(out, "--- a/%s\n+++ b/%s\n", file, file);
	else
		str_addf(out, "--- /dev/null\n+++ b/%s\n", file);
	add_hunks(&s, out);
	vec_free(&a.list);
	vec_free(&b.list);
	vec_free(&s.list);
}
