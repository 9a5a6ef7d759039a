/* SPDX-License-Identifier: MIT */
/* The page of the threads: who creates whom, until when, and between which there are
 * races. */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "report/html.h"
#include "report/text.h"

enum { MAX_MATRIX = 40 };

static uint32_t count_races(const struct html *h, uint32_t a, uint32_t b)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < h->races.n; i++) {
		const struct report_race *x = h->races.at[i];
		uint32_t s = x->accesses[x->pairs[0].a].thread;
		uint32_t t = x->accesses[x->pairs[0].b].thread;
		n += !x->suppressed && ((s == a && t == b) || (s == b && t == a));
	}
	return n;
}

static uint32_t count_of(const struct html *h, uint32_t thread)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < h->races.n; i++) {
		const struct report_race *x = h->races.at[i];
		n += !x->suppressed && (x->accesses[x->pairs[0].a].thread == thread ||
					x->accesses[x->pairs[0].b].thread == thread);
	}
	return n;
}

static void put_thread(struct html *h, uint32_t number)
{
	const struct report_thread *t = &h->report->threads[number];
	struct str name = {0};
	uint32_t races = count_of(h, number);
	text_thread(&name, t);
	fprintf(h->out, "<li id=\"T%u\"><strong>", number);
	html_text(h, str_cstr(&name));
	fputs("</strong>", h->out);
	if (t->created.file) {
		fputs(", created at ", h->out);
		html_place(h, t->created);
	}
	if (t->argument) {
		fputs(" with ", h->out);
		html_code(h, t->argument);
	}
	if (t->joined.file) {
		fputs(", joined at ", h->out);
		html_place(h, t->joined);
	} else if (t->kind == THREAD_CREATED) {
		fputs(", <span class=\"soft\">no join known</span>", h->out);
	}
	if (races)
		fprintf(h->out, " <span class=\"badge high\">%u race%s</span>", races,
			text_plural(races));
	str_free(&name);
}

/* The creator of each comes before it, but for a thread that is merged. */
static void put_children(struct html *h, int32_t of, bool *told)
{
	bool first = true;
	for (uint32_t i = 0; i < h->report->thread_count; i++) {
		if (told[i] || h->report->threads[i].creator != of)
			continue;
		fputs(first ? (of < 0 ? "<ul class=\"tree\">\n" : "<ul>\n") : "", h->out);
		first = false;
		told[i] = true;
		put_thread(h, i);
		put_children(h, (int32_t)i, told);
		fputs("</li>\n", h->out);
	}
	fputs(first ? "" : "</ul>\n", h->out);
}

static void put_matrix(struct html *h)
{
	uint32_t list[MAX_MATRIX], n = 0, left = 0;
	for (uint32_t i = 0; i < h->report->thread_count; i++) {
		if (!count_of(h, i))
			continue;
		if (n < MAX_MATRIX)
			list[n++] = i;
		else
			left++;
	}
	if (!n)
		return;
	fputs("<h2>Races between threads</h2>\n<div class=\"wide\"><table "
	      "class=\"matrix\"><thead><tr>"
	      "<th></th>",
	      h->out);
	for (uint32_t i = 0; i < n; i++) {
		fputs("<th>", h->out);
		html_text(h, h->report->threads[list[i]].entry);
		fputs("</th>", h->out);
	}
	fputs("</tr></thead><tbody>\n", h->out);
	for (uint32_t i = 0; i < n; i++) {
		fputs("<tr><th>", h->out);
		html_thread(h, list[i]);
		fputs("</th>", h->out);
		for (uint32_t k = 0; k < n; k++) {
			uint32_t races = count_races(h, list[i], list[k]);
			if (races)
				fprintf(h->out, "<td class=\"some\">%u</td>", races);
			else
				fputs("<td></td>", h->out);
		}
		fputs("</tr>\n", h->out);
	}
	fputs("</tbody></table></div>\n", h->out);
	if (left)
		fprintf(h->out, "<p class=\"soft\">%u more threads have races.</p>\n",
			left);
}

void html_threads(struct html *h)
{
	bool *told = xcalloc(h->report->thread_count + 1u, sizeof(*told));
	html_begin(h, "threads.html", "Threads", "threads.html");
	fprintf(h->out, "<h1>%u thread%s</h1>\n", h->report->thread_count,
		text_plural(h->report->thread_count));
	fputs("<p class=\"soft\">One line stands for all threads that one place "
	      "creates.</p>\n",
	      h->out);
	put_children(h, -1, told);
	for (uint32_t i = 0; i < h->report->thread_count; i++) {
		if (!told[i]) {
			fputs("<ul class=\"tree\">", h->out);
			put_thread(h, i);
			fputs("</li></ul>\n", h->out);
		}
	}
	put_matrix(h);
	html_end(h);
	free(told);
}
