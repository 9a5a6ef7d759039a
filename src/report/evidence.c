/* SPDX-License-Identifier: MIT */
/*
 * What was seen when the program ran, for the terminal: both threads at the moment of the
 * race, what became of the bytes, and how to see it again.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/text.h"

void report_value(struct str *s, const char *bytes)
{
	size_t n = strlen(bytes) / 2;
	uint64_t value = 0;
	if (n != 1 && n != 2 && n != 4 && n != 8) {
		str_add(s, bytes);
		return;
	}
	for (size_t i = n; i-- > 0;) {
		char digits[3] = {bytes[2 * i], bytes[2 * i + 1], 0};
		value = value << 8 | strtoul(digits, NULL, 16);
	}
	uint64_t top = UINT64_C(1) << (8 * n - 1);
	if (value > UINT64_C(0xffffffff) && (n < 8 || value < UINT64_C(1) << 60))
		str_addf(s, "%#" PRIx64, value); /* a pointer, most likely */
	else if (value & top)
		str_addf(s, "%" PRId64, (int64_t)(value | ~(top | (top - 1))));
	else
		str_addf(s, "%" PRIu64, value);
}

static void print_frames(const struct text_writer *w, const struct report_frame *frames,
			 uint32_t n)
{
	struct str place = {0};
	int width = 0;
	for (uint32_t i = 0; i < n; i++) {
		int length = (int)strlen(frames[i].function);
		width = length > width && length < 60 ? length : width;
	}
	for (uint32_t i = 0; i < n; i++) {
		str_clear(&place);
		text_place(&place, frames[i].place);
		fprintf(w->out, "        %-*s  %s\n", width, frames[i].function,
			str_cstr(&place));
	}
	str_free(&place);
}

static void add_seen_locks(struct str *s, const struct report_seen *x)
{
	if (x->lock_count == 0)
		str_add(s, ", no locks held");
	for (uint32_t i = 0; i < x->lock_count; i++) {
		str_addf(s, "%s '%s'%s", i ? "," : ", holding", x->locks[i].name,
			 x->locks[i].shared ? " (shared)" : "");
		if (x->locks[i].taken.file) {
			str_add(s, " taken at ");
			text_place(s, x->locks[i].taken);
		}
	}
}

static void print_seen(const struct text_writer *w, const struct report_seen *s, bool handler)
{
	struct str text = {0};
	if (handler)
		str_add(&text, "a signal handler on the same thread");
	else if (s->thread == 0)
		str_add(&text, "the main thread");
	else
		str_addf(&text, "thread %u '%s'", s->thread, s->entry ? s->entry : "?");
	str_addf(&text, " before its %s%s of %u byte%s", s->atomic ? "atomic " : "",
		 report_kind_name(s->kind), s->size, text_plural(s->size));
	add_seen_locks(&text, s);
	fprintf(w->out, "    %s\n", str_cstr(&text));
	print_frames(w, s->stack, s->frame_count);
	if (s->created_count && !handler) {
		fputs("      created at\n", w->out);
		print_frames(w, s->created, s->created_count);
	}
	str_free(&text);
}

static void print_bytes(const struct text_writer *w, const struct report_evidence *e)
{
	struct str text = {0};
	if (!e->before)
		return;
	report_value(&text, e->before);
	if (e->after && strcmp(e->after, e->before) != 0) {
		str_add(&text, " before, ");
		report_value(&text, e->after);
		str_add(&text, " after one thread went on and the other still stood there");
	}
	fprintf(w->out, "    %u byte%s at %#" PRIx64 ": %s\n", e->size, text_plural(e->size),
		e->address, str_cstr(&text));
	str_free(&text);
}

void text_evidence(const struct text_writer *w, const struct report_race *r)
{
	const struct report_evidence *e = r->evidence;
	if (!r->evidence_count) {
		if (r->tried)
			fprintf(w->out, "  not seen happening: in %u run%s its sides were reached "
				"%u and %u time%s\n",
				w->report->runs ? w->report->runs->runs : 0,
				text_plural(w->report->runs ? w->report->runs->runs : 0),
				r->reached[0], r->reached[1], text_plural(r->reached[1]));
		return;
	}
	fprintf(w->out,
		"  seen happening, in run %u (seed %" PRIu64 "): stopped at the same moment were\n",
		e->run, e->seed);
	print_seen(w, &e->sides[0], false);
	print_seen(w, &e->sides[1], e->sides[0].thread == e->sides[1].thread);
	print_bytes(w, e);
	if (r->evidence_count > 1)
		fprintf(w->out, "    and %u more pair%s of its accesses\n", r->evidence_count - 1,
			text_plural(r->evidence_count - 1));
	if (e->schedule)
		fprintf(w->out, "    again: chequer replay %s\n", e->schedule);
}

void text_runs(const struct text_writer *w)
{
	const struct report_runs *r = w->report->runs;
	if (!r)
		return;
	fprintf(w->out, "%u confirmed in %u run%s", r->confirmed, r->runs, text_plural(r->runs));
	if (r->missed)
		fprintf(w->out, "; %u of them the analysis has missed: please report %s", r->missed,
			r->missed == 1 ? "it" : "them");
	if (r->timed_out)
		fprintf(w->out, "; %u run%s stopped at the time limit", r->timed_out,
			text_plural(r->timed_out));
	fputc('\n', w->out);
	for (uint32_t i = 0; i < r->crash_count; i++) {
		const struct report_crash *c = &r->crashes[i];
		fprintf(w->out, "the program crashed (%s) in run %u (seed %" PRIu64 ")\n", c->what,
			c->run, c->seed);
		print_frames(w, c->stack, c->frame_count);
	}
}
