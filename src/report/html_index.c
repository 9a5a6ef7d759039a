/* SPDX-License-Identifier: MIT */
/*
 * The first page: the verdict and what it rests on, then the causes (one repair each),
 * then all races, with filters where there is a script.
 */
#include <string.h>

#include "base/vec.h"
#include "report/html.h"
#include "report/text.h"

enum { MAX_NOTES = 20 };

static const char *state_of(const struct html *h, const struct report_race *x)
{
	if (x->in_baseline)
		return "known";
	if (x->suppressed)
		return "ignored";
	return h->report->has_baseline ? "new" : "open";
}

/* ---- the verdict ---- */

static uint32_t count_level(const struct html *h, enum confidence c)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < h->races.n; i++)
		n += !h->races.at[i]->suppressed && h->races.at[i]->confidence == c;
	return n;
}

static uint32_t count_open(const struct html *h)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < h->races.n; i++)
		n += !h->races.at[i]->suppressed;
	return n;
}

static void put_number(struct html *h, uint64_t n, const char *what)
{
	fprintf(h->out, "<li><b>%llu</b> %s</li>\n", (unsigned long long)n, what);
}

static void put_verdict(struct html *h)
{
	const struct report *r = h->report;
	uint32_t open = count_open(h);
	if (open)
		fprintf(h->out, "<h1>%u data race%s</h1>\n", open, text_plural(open));
	else if (report_verdict(r, h->options) == VERDICT_PROVED)
		fputs("<h1>No data races: proved, as far as what is assumed holds</h1>\n", h->out);
	else
		fprintf(h->out, "<h1>No data races found%s</h1>\n",
			r->complete ? "" : " in what was analysed");
	if (!r->complete)
		fputs("<p class=\"lead\"><span class=\"badge high\">incomplete</span> "
		      "This report "
		      "does not cover everything: see what it rests on.</p>\n",
		      h->out);
	fputs("<ul class=\"numbers\">\n", h->out);
	for (int c = CONFIDENCE_CONFIRMED; c >= CONFIDENCE_LOW; c--) {
		uint32_t n = count_level(h, (enum confidence)c);
		if (n || c == CONFIDENCE_HIGH)
			put_number(h, n, confidence_name((enum confidence)c));
	}
	put_number(h, r->ignored, "ignored or in the baseline");
	put_number(h, r->guarded, "shared locations proved guarded");
	put_number(h, r->thread_count, "threads");
	fputs("</ul>\n", h->out);
	if (h->below.n) {
		fputs("<p class=\"soft\">Files are named from ", h->out);
		html_code(h, str_cstr(&h->below));
		fputs(".</p>\n", h->out);
	}
}

static void put_unknown(struct html *h, const struct report_unknown *u)
{
	fprintf(h->out, "<li>Not understood: %u ", u->count);
	html_text(h, unknown_text(u->kind, u->count));
	for (uint32_t i = 0; i < u->item_count && i < MAX_NOTES; i++) {
		fputs(i ? ", " : ": ", h->out);
		html_code(h, u->items[i].name);
		if (u->items[i].place.file) {
			fputs(" at ", h->out);
			html_place(h, u->items[i].place);
		}
	}
	fputs(u->item_count > MAX_NOTES ? " and more</li>\n" : "</li>\n", h->out);
}

static void put_notes(struct html *h)
{
	const struct report *r = h->report;
	fputs("<details><summary>What this rests on</summary>\n<ul>\n", h->out);
	if (r->open_program)
		fprintf(h->out,
			"<li>There is no main: any thread may call %u functions of the "
			"library.</li>\n",
			r->entry_count);
	for (uint32_t i = 0; i < r->gap_count && i < MAX_NOTES; i++) {
		fputs("<li>Not analysed: ", h->out);
		html_code(h, r->gaps[i].what);
		fputs(", ", h->out);
		html_text(h, r->gaps[i].why);
		fputs("</li>\n", h->out);
	}
	if (r->gap_count > MAX_NOTES)
		fprintf(h->out, "<li>and %u more that were not analysed</li>\n",
			r->gap_count - MAX_NOTES);
	for (uint32_t i = 0; i < r->unknown_count; i++)
		put_unknown(h, &r->unknown[i]);
	for (uint32_t i = 0; i < r->assumption_count; i++) {
		fputs("<li>Assumed: ", h->out);
		html_text(h, r->assumptions[i]);
		fputs("</li>\n", h->out);
	}
	fputs("<li>Pairs of accesses: ", h->out);
	for (uint32_t i = 0; i < r->stage_count; i++)
		fprintf(h->out, "%s%llu %s", i ? ", " : "",
			(unsigned long long)r->funnel[i].pairs, r->funnel[i].name);
	fputs("</li>\n<li>What is assumed about programs is in docs/soundness.md.</li>\n"
	      "</ul></details>\n",
	      h->out);
}

/* ---- against the baseline ---- */

static void put_baseline(struct html *h)
{
	const struct report *r = h->report;
	uint32_t fresh = 0, known = 0;
	if (!r->has_baseline)
		return;
	for (uint32_t i = 0; i < h->races.n; i++) {
		known += h->races.at[i]->in_baseline;
		fresh += !h->races.at[i]->in_baseline && !h->races.at[i]->suppressed;
	}
	fprintf(h->out,
		"<h2>Against the baseline</h2>\n<p><b>%u new</b>, %u known, %u gone</p>\n", fresh,
		known, r->gone_count);
	if (!r->gone_count)
		return;
	fputs("<details><summary>Gone: no race any more</summary><ul>\n", h->out);
	for (uint32_t i = 0; i < r->gone_count; i++) {
		fputs("<li>", h->out);
		html_code(h, r->gone[i]);
		fputs("</li>\n", h->out);
	}
	fputs("</ul></details>\n", h->out);
}

/* ---- causes ---- */

static void put_cause(struct html *h, const struct report_race *first, uint32_t count)
{
	const struct report_cause *c = &h->report->causes[first->cause];
	fputs("<tr><td data-name=\"cause\"><a href=\"#all\" data-cause=\"", h->out);
	fprintf(h->out, "%u\">", first->cause);
	html_prose(h, c->text);
	fprintf(h->out, "</a></td><td data-name=\"kind\">%s</td><td data-name=\"level\">",
		cause_kind_name(c->kind));
	html_level(h, first->confidence);
	fprintf(h->out,
		"</td><td class=\"n\" data-name=\"races\">%u</td><td "
		"data-name=\"first\">",
		count);
	html_race_link(h, first, first->name);
	fputs(" at ", h->out);
	html_place(h, first->accesses[first->pairs[0].a].place);
	fputs("</td></tr>\n", h->out);
}

static void put_causes(struct html *h)
{
	VEC(uint32_t) count = {0};
	for (uint32_t i = 0; i < h->report->cause_count; i++)
		vec_push(&count, 0);
	for (uint32_t i = 0; i < h->races.n && count.n; i++)
		count.at[h->races.at[i]->cause] += !h->races.at[i]->suppressed;
	fputs("<h2>Causes</h2>\n<table class=\"stack\"><caption>One repair each, the "
	      "quickest "
	      "first</caption><thead><tr><th>Cause</th><th>Kind</th><th>Level</th>"
	      "<th class=\"n\">Races</th><th>First race</th></tr></thead><tbody>\n",
	      h->out);
	for (uint32_t i = 0; i < h->races.n && count.n; i++) {
		const struct report_race *x = h->races.at[i];
		if (x->suppressed || !count.at[x->cause])
			continue;
		put_cause(h, x, count.at[x->cause]);
		count.at[x->cause] = 0;
	}
	fputs("</tbody></table>\n", h->out);
	vec_free(&count);
}

/* ---- all races ---- */

static void put_options(struct html *h, const char *name, const char *title,
			const char *const *values, uint32_t n)
{
	fprintf(h->out, "<label>%s <select name=\"%s\"><option value=\"\">all</option>",
		title, name);
	for (uint32_t i = 0; i < n; i++)
		fprintf(h->out, "<option>%s</option>", values[i]);
	fputs("</select></label>\n", h->out);
}

static void put_cause_options(struct html *h)
{
	VEC(bool) seen = {0};
	for (uint32_t i = 0; i < h->report->cause_count; i++)
		vec_push(&seen, false);
	fputs("<label>Cause <select name=\"cause\"><option value=\"\">all</option>",
	      h->out);
	for (uint32_t i = 0; i < h->races.n && seen.n; i++) {
		uint32_t cause = h->races.at[i]->cause;
		if (seen.at[cause])
			continue;
		seen.at[cause] = true;
		fprintf(h->out, "<option value=\"%u\">", cause);
		html_text(h, h->report->causes[cause].text);
		fputs("</option>", h->out);
	}
	fputs("</select></label>\n", h->out);
	vec_free(&seen);
}

static void put_filters(struct html *h)
{
	static const char *const levels[] = {"confirmed", "high", "medium", "low"};
	static const char *const states[] = {"open", "new", "known", "ignored"};
	static const char *const kinds[] = {"static", "global", "heap", "local",
					    "parameter", "state", "unknown"};
	fputs("<form id=\"filters\" class=\"filters\" hidden>\n"
	      "<label>Text <input type=\"search\" name=\"text\" size=\"18\" "
	      "placeholder=\"name, file, id\"></label>\n",
	      h->out);
	put_options(h, "level", "Level", levels, 4);
	put_options(h, "kind", "Memory", kinds, sizeof(kinds) / sizeof(*kinds));
	put_options(h, "state", "State", states, 4);
	put_cause_options(h);
	fputs("<label class=\"tick\"><input type=\"checkbox\" name=\"aside\"> without "
	      "tests and "
	      "vendored code</label>\n"
	      "<button type=\"reset\">All</button> <output id=\"count\" "
	      "role=\"status\"></output>\n"
	      "</form>\n",
	      h->out);
}

static void put_both(struct html *h, const struct report_access *a,
		     const struct report_access *b)
{
	const struct report_thread *s = &h->report->threads[a->thread];
	const struct report_thread *t = &h->report->threads[b->thread];
	html_access_thread(h, a);
	if (s->kind == t->kind && strcmp(text_entry(s, a), text_entry(t, b)) == 0) {
		fputs(" twice", h->out);
		return;
	}
	fputs(", ", h->out);
	html_access_thread(h, b);
}

static void put_race(struct html *h, const struct report_race *x)
{
	const struct report_access *a = &x->accesses[x->pairs[0].a];
	const struct report_access *b = &x->accesses[x->pairs[0].b];
	fprintf(h->out,
		"<tr data-level=\"%s\" data-kind=\"%s\" data-cause=\"%u\" "
		"data-state=\"%s\" "
		"data-aside=\"%d\"><td>",
		confidence_name(x->confidence), x->kind, x->cause, state_of(h, x),
		x->aside);
	html_level(h, x->confidence);
	fputs("</td><td data-name=\"memory\">", h->out);
	html_race_link(h, x, x->name);
	if (x->member_count)
		fprintf(h->out, " <span class=\"soft\">and %u more</span>",
			x->member_count);
	fprintf(h->out, " <span class=\"soft\">%s</span></td><td data-name=\"place\">",
		x->kind);
	html_place(h, a->place);
	fputs("</td><td data-name=\"threads\">", h->out);
	put_both(h, a, b);
	fputs("</td><td data-name=\"cause\">", h->out);
	if (h->report->cause_count)
		html_prose(h, h->report->causes[x->cause].text);
	fprintf(h->out,
		"</td><td data-name=\"state\">%s%s</td><td class=\"id\" "
		"data-name=\"id\"><code>%s</code></td></tr>\n",
		state_of(h, x), x->aside ? ", aside" : "", x->id);
}

void html_index(struct html *h)
{
	html_begin(h, "index.html", "Races", "index.html");
	put_verdict(h);
	put_notes(h);
	put_baseline(h);
	if (h->races.n) {
		put_causes(h);
		fputs("<h2 id=\"all\">Races</h2>\n", h->out);
		put_filters(h);
		fputs("<div class=\"wide\"><table id=\"races\" "
		      "class=\"stack\"><thead><tr><th>Level</th>"
		      "<th>Memory</th><th>Place</th><th>Threads</th><th>Cause</"
		      "th><th>State</th>"
		      "<th>Id</th></tr></thead><tbody>\n",
		      h->out);
		for (uint32_t i = 0; i < h->races.n; i++)
			put_race(h, h->races.at[i]);
		fputs("</tbody></table></div>\n", h->out);
	}
	html_end(h);
}
