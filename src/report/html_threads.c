/* SPDX-License-Identifier: MIT */
/*
 * The page of the threads: who creates whom, until when, and between which there are races.
 * The analysis tells threads apart by the calls that lead to their creation; here those that one
 * place of one creator makes of one function are one line, the class.
 */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "report/html.h"
#include "report/text.h"

enum { MAX_MATRIX = 40 };

struct page {
	struct html *h;
	uint32_t *class; /* [thread] the first of those that are shown with it */
	bool *told;
};

/* ---- classes ---- */

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_alike(const struct page *g, uint32_t a, uint32_t b)
{
	const struct report_thread *x = &g->h->report->threads[a], *y = &g->h->report->threads[b];
	int32_t c = x->creator, d = y->creator;
	return x->kind == y->kind && same_text(x->entry, y->entry) &&
	       report_place_order(x->created, y->created) == 0 &&
	       (c == d || (c >= 0 && d >= 0 && g->class[c] == g->class[d]));
}

/* Creators come first, but for a thread that is merged. */
static void find_classes(struct page *g)
{
	for (uint32_t i = 0; i < g->h->report->thread_count; i++)
		g->class[i] = i;
	for (uint32_t i = 1; i < g->h->report->thread_count; i++)
		for (uint32_t k = 0; k < i && g->class[i] == i; k++)
			if (g->class[k] == k && is_alike(g, k, i))
				g->class[i] = k;
}

static uint32_t side_class(const struct page *g, const struct report_race *x, uint32_t access)
{
	return g->class[x->accesses[access].thread];
}

static uint32_t count_races(const struct page *g, uint32_t a, uint32_t b)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < g->h->races.n; i++) {
		const struct report_race *x = g->h->races.at[i];
		uint32_t s = side_class(g, x, x->pairs[0].a);
		uint32_t t = side_class(g, x, x->pairs[0].b);
		n += !x->suppressed && ((s == a && t == b) || (s == b && t == a));
	}
	return n;
}

static uint32_t count_of(const struct page *g, uint32_t class)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < g->h->races.n; i++) {
		const struct report_race *x = g->h->races.at[i];
		n += !x->suppressed && (side_class(g, x, x->pairs[0].a) == class ||
					side_class(g, x, x->pairs[0].b) == class);
	}
	return n;
}

/* ---- the tree ---- */

/* Links to each of the others lead here too. */
static uint32_t put_anchors(const struct page *g, uint32_t class)
{
	uint32_t n = 0;
	for (uint32_t i = class; i < g->h->report->thread_count; i++) {
		if (g->class[i] != class)
			continue;
		if (n++)
			fprintf(g->h->out, "<a id=\"T%u\"></a>", i);
		g->told[i] = true;
	}
	return n;
}

static void put_join(const struct page *g, uint32_t class)
{
	uint32_t joined = 0, n = 0, first = class;
	for (uint32_t i = g->h->report->thread_count; i-- > class;) {
		if (g->class[i] != class)
			continue;
		n++;
		if (g->h->report->threads[i].joined.file) {
			joined++;
			first = i;
		}
	}
	if (joined) {
		fputs(joined < n ? ", some joined at " : ", joined at ", g->h->out);
		html_place(g->h, g->h->report->threads[first].joined);
	} else if (g->h->report->threads[class].kind == THREAD_CREATED) {
		fputs(", <span class=\"soft\">no join known</span>", g->h->out);
	}
}

static void put_thread(const struct page *g, uint32_t class)
{
	struct html *h = g->h;
	const struct report_thread *t = &h->report->threads[class];
	uint32_t races = count_of(g, class);
	fprintf(h->out, "<li id=\"T%u\">", class);
	uint32_t n = put_anchors(g, class);
	fputs("<strong>", h->out);
	html_thread_name(h, class);
	fputs("</strong>", h->out);
	if (t->created.file) {
		fputs(t->kind == THREAD_CREATED ? ", created at " : ", set up at ", h->out);
		html_place(h, t->created);
	}
	if (t->argument) {
		fputs(" with ", h->out);
		html_code(h, t->argument);
	}
	if (n > 1)
		fprintf(h->out, ", on %u ways", n);
	put_join(g, class);
	if (races)
		fprintf(h->out, " <span class=\"badge high\">%u race%s</span>", races,
			text_plural(races));
}

static void put_children(const struct page *g, int32_t of)
{
	bool first = true;
	for (uint32_t i = 0; i < g->h->report->thread_count; i++) {
		int32_t creator = g->h->report->threads[i].creator;
		if (g->told[i] || (creator < 0 ? creator : (int32_t)g->class[creator]) != of)
			continue;
		fputs(first ? (of < 0 ? "<ul class=\"tree\">\n" : "<ul>\n") : "", g->h->out);
		first = false;
		put_thread(g, g->class[i]);
		put_children(g, (int32_t)g->class[i]);
		fputs("</li>\n", g->h->out);
	}
	fputs(first ? "" : "</ul>\n", g->h->out);
}

/* ---- who races with whom ---- */

static void put_row(const struct page *g, const uint32_t *list, uint32_t n, uint32_t row)
{
	FILE *out = g->h->out;
	fprintf(out, "<tr><th>%u. ", row + 1);
	html_thread(g->h, list[row]);
	fputs("</th>", out);
	for (uint32_t k = 0; k < n; k++) {
		uint32_t races = count_races(g, list[row], list[k]);
		if (races)
			fprintf(out, "<td class=\"some\">%u</td>", races);
		else
			fputs("<td></td>", out);
	}
	fputs("</tr>\n", out);
}

static void put_matrix(const struct page *g)
{
	struct html *h = g->h;
	uint32_t list[MAX_MATRIX], n = 0, left = 0;
	for (uint32_t i = 0; i < h->report->thread_count; i++) {
		if (g->class[i] != i || !count_of(g, i))
			continue;
		if (n < MAX_MATRIX)
			list[n++] = i;
		else
			left++;
	}
	if (!n)
		return;
	fputs("<h2>Races between threads</h2>\n<div class=\"wide\"><table "
	      "class=\"matrix\"><thead><tr><th></th>",
	      h->out);
	for (uint32_t i = 0; i < n; i++) {
		fprintf(h->out, "<th><abbr title=\"");
		html_text(h, h->report->threads[list[i]].entry);
		fprintf(h->out, "\">%u</abbr></th>", i + 1);
	}
	fputs("</tr></thead><tbody>\n", h->out);
	for (uint32_t i = 0; i < n; i++)
		put_row(g, list, n, i);
	fputs("</tbody></table></div>\n", h->out);
	if (left)
		fprintf(h->out, "<p class=\"soft\">%u more threads have races.</p>\n",
			left);
}

void html_threads(struct html *h)
{
	uint32_t n = h->report->thread_count;
	struct page g = {.h = h,
			 .class = xcalloc(n + 1u, sizeof(*g.class)),
			 .told = xcalloc(n + 1u, sizeof(*g.told))};
	find_classes(&g);
	html_begin(h, "threads.html", "Threads", "threads.html");
	fprintf(h->out, "<h1>%u thread%s</h1>\n", n, text_plural(n));
	fputs("<p class=\"soft\">One line stands for all threads that one place "
	      "creates. On several ways: calls lead there in several ways, and the analysis tells "
	      "these threads apart.</p>\n",
	      h->out);
	put_children(&g, -1);
	for (uint32_t i = 0; i < n; i++) {
		if (!g.told[i]) {
			fputs("<ul class=\"tree\">", h->out);
			put_thread(&g, g.class[i]);
			fputs("</li></ul>\n", h->out);
		}
	}
	put_matrix(&g);
	html_end(h);
	free(g.class);
	free(g.told);
}
