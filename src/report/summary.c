/* SPDX-License-Identifier: MIT */
/*
 * The closing summary: what was found, what was proved, and what the answer does
 * not cover. Silence about something left out would read as 'safe'.
 */
#include "report/text.h"

#include <inttypes.h>

#include "base/utf8.h"

enum { MAX_GAPS = 5 };

struct counts {
	uint32_t shown, hidden;
};

static struct counts count_races(const struct text_writer *w)
{
	struct counts c = {0};
	for (uint32_t i = 0; i < w->report->race_count; i++) {
		const struct report_race *r = &w->report->races[i];
		if (report_shows(w->options, r))
			c.shown++;
		else if (!r->suppressed)
			c.hidden++;
	}
	return c;
}

static bool is_alone(const struct report *r)
{
	return r->thread_count == 1 && r->threads[0].kind == THREAD_MAIN;
}

static const char *clean_text(const struct text_writer *w)
{
	if (report_verdict(w->report, w->options) == VERDICT_PROVED)
		return "no data races: proved";
	return w->report->complete ? "no data races found" : "no data races in what was analysed";
}

/* What a proof rests on, by the numbers of docs/soundness.md. */
static void print_assumptions(const struct text_writer *w)
{
	const struct report *r = w->report;
	if (report_verdict(r, w->options) != VERDICT_PROVED || !w->options->verbose)
		return;
	fputs("assumed (docs/soundness.md):", w->out);
	for (uint32_t i = 0; i < r->assumption_count; i++)
		fprintf(w->out, "%s %s", i ? "," : "", r->assumptions[i]);
	fputc('\n', w->out);
}

static void print_races(const struct text_writer *w)
{
	struct counts c = count_races(w);
	if (c.shown)
		fprintf(w->out, "%u data race%s", c.shown, text_plural(c.shown));
	else
		fputs(clean_text(w), w->out);
	if (c.hidden)
		fprintf(w->out, "; %u of low confidence not shown (use --all)", c.hidden);
	if (w->report->ignored)
		fprintf(w->out, "; %u ignored%s", w->report->ignored,
			w->options->verbose ? "" : " (-v lists them)");
	if (w->report->since)
		fprintf(w->out, "; only what may come from changes since %s, %u left out",
			w->report->since, w->report->elsewhere);
	fputc('\n', w->out);
}

static void print_ignored_race(const struct text_writer *w, const struct report_race *r)
{
	struct str line = {0};
	text_name(&line, "  ignored: ", r->name);
	str_addf(&line, " [%s; %s] ", confidence_name(r->confidence), r->id);
	utf8_add_printable(&line, r->suppressed_why ? r->suppressed_why : "");
	fprintf(w->out, "%s\n", str_cstr(&line));
	str_free(&line);
}

static void print_ignored(const struct text_writer *w)
{
	for (uint32_t i = 0; i < w->report->race_count; i++) {
		const struct report_race *r = &w->report->races[i];
		if (r->suppressed)
			print_ignored_race(w, r);
	}
}

static const char *created_word(enum thread_kind k)
{
	if (k == THREAD_SIGNAL)
		return "installed";
	return k == THREAD_CALLBACK ? "registered" : "created";
}

static void print_thread(const struct text_writer *w, const struct report_thread *t)
{
	struct str s = {0};
	text_thread(&s, t);
	if (t->created.file) {
		str_addf(&s, ", %s at ", created_word(t->kind));
		text_place(&s, t->created);
	}
	if (t->creator >= 0) {
		str_add(&s, " by ");
		text_thread(&s, &w->report->threads[t->creator]);
	}
	if (t->argument)
		text_name(&s, ", argument ", t->argument);
	fprintf(w->out, "  %s\n", str_cstr(&s));
	str_free(&s);
}

static void print_threads(const struct text_writer *w)
{
	const struct report *r = w->report;
	uint32_t handlers = report_count_threads(r, THREAD_SIGNAL);
	uint32_t callbacks = report_count_threads(r, THREAD_CALLBACK);
	uint32_t threads = r->thread_count - handlers - callbacks;
	fprintf(w->out, "%u shared location%s proved guarded; %u thread%s", r->guarded,
		text_plural(r->guarded), threads, text_plural(threads));
	if (handlers)
		fprintf(w->out, ", %u signal handler%s", handlers, text_plural(handlers));
	if (callbacks)
		fprintf(w->out, ", %u callback%s", callbacks, text_plural(callbacks));
	fprintf(w->out, " found%s\n", w->options->verbose ? ":" : "");
	for (uint32_t i = 0; i < r->thread_count && w->options->verbose; i++)
		print_thread(w, &r->threads[i]);
}

/* What nobody creates cannot race; said plainly, before anything else. */
static void print_alone(const struct text_writer *w)
{
	if (w->report->thread_count == 0 && w->report->complete)
		fputs("no threads: no function to start from was found\n", w->out);
	else if (w->report->thread_count == 0)
		return; /* the run did not get that far, and says so below */
	else if (report_verdict(w->report, w->options) == VERDICT_PROVED)
		fputs("no threads: no thread is ever created, nothing can race\n",
		      w->out);
	else if (w->report->complete)
		fputs("no threads: no thread is created that was understood\n", w->out);
	else
		fputs("no threads: what was analysed creates none\n", w->out);
}

static void print_open(const struct text_writer *w)
{
	const struct report *r = w->report;
	fprintf(w->out,
		"no main: %u function%s that code outside may call, from any thread (choose "
		"them with --entry)\n",
		r->entry_count, text_plural(r->entry_count));
	if (r->internal_count)
		fprintf(w->out,
			"  not among them: %u externally visible function%s that other files "
			"of the program call (--entry '*' takes every one)\n",
			r->internal_count, text_plural(r->internal_count));
}

static void print_funnel(const struct text_writer *w)
{
	for (uint32_t i = 0; i < w->report->stage_count; i++) {
		const struct report_stage *s = &w->report->funnel[i];
		fprintf(w->out, "%s%" PRIu64 " %s", i ? ", " : "access pairs: ", s->pairs,
			s->name);
	}
	if (w->report->stage_count)
		fputc('\n', w->out);
}

static void print_item(const struct text_writer *w, const struct report_item *i)
{
	struct str s = {0};
	text_place(&s, i->place);
	fprintf(w->out, "    %s, %s", i->name, str_cstr(&s));
	if (i->count > 1)
		fprintf(w->out, " and %u more place%s", i->count - 1, text_plural(i->count - 1));
	fputc('\n', w->out);
	str_free(&s);
}

/* One line: what could hide a race, because it was not understood. */
static void print_unknown(const struct text_writer *w)
{
	const struct report *r = w->report;
	for (uint32_t i = 0; i < r->unknown_count; i++) {
		const struct report_unknown *u = &r->unknown[i];
		struct str text = {0};
		unknown_summary(u, &text);
		fprintf(w->out, "%s%s", i ? "; " : "not understood: ", str_cstr(&text));
		str_free(&text);
	}
	if (r->unknown_count)
		fprintf(w->out, "%s\n", w->options->verbose ? ":" : " (-v lists them)");
	for (uint32_t i = 0; i < r->unknown_count && w->options->verbose; i++) {
		const struct report_unknown *u = &r->unknown[i];
		if (u->item_count)
			fprintf(w->out, "  %s:\n", unknown_text(u->kind, u->count));
		for (uint32_t k = 0; k < u->item_count; k++)
			print_item(w, &u->items[k]);
	}
}

static void print_gap(const struct text_writer *w, const struct report_gap *g)
{
	struct str line = {0};
	utf8_add_printable(&line, g->what);
	str_add(&line, ": ");
	utf8_add_printable(&line, g->why);
	fprintf(w->out, "  %s\n", str_cstr(&line));
	str_free(&line);
}

static void print_gaps(const struct text_writer *w)
{
	uint32_t n = w->report->gap_count;
	uint32_t shown = n > MAX_GAPS && !w->options->verbose ? MAX_GAPS : n;
	if (!w->report->complete)
		text_painted(w, PAINT_WARNING, "this report is incomplete");
	if (!w->report->complete)
		fputc('\n', w->out);
	if (n)
		fputs("not analysed:\n", w->out);
	for (uint32_t i = 0; i < shown; i++)
		print_gap(w, &w->report->gaps[i]);
	if (shown < n)
		fprintf(w->out, "  and %u more (-v lists them)\n", n - shown);
}

void text_summary(const struct text_writer *w)
{
	const struct report *r = w->report;
	if (is_alone(r) || r->thread_count == 0)
		print_alone(w);
	if (r->open_program)
		print_open(w);
	if (!is_alone(r) || r->race_count)
		print_races(w);
	text_runs(w);
	if (w->options->verbose)
		print_ignored(w);
	if (!is_alone(r)) {
		print_threads(w);
		print_funnel(w);
	}
	print_assumptions(w);
	print_unknown(w);
	print_gaps(w);
}
