/* SPDX-License-Identifier: MIT */
/*
 * chequer locks, for the terminal: by memory, the rule and what breaks it; by lock, what it
 * guards and what is taken around it; and possible deadlocks. What needs a look comes first.
 */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "report/discipline.h"
#include "report/text.h"

enum { FEW = 6 };

/* Of a list that may be long: how many are shown. */
static uint32_t shown_of(const struct text_writer *w, uint32_t n)
{
	return w->options->all || n <= FEW + 1 ? n : FEW;
}

static void put_more(const struct text_writer *w, uint32_t n, const char *indent)
{
	uint32_t left = n - shown_of(w, n);
	if (left)
		fprintf(w->out, "%s... and %u more (--all shows them)\n", indent, left);
}

static void put_place(const struct text_writer *w, struct report_place p)
{
	struct str s = {0};
	text_place(&s, p);
	fputs(str_cstr(&s), w->out);
	str_free(&s);
}

/* ---- by memory ---- */

static void put_threads(const struct text_writer *w, const char *what, const uint32_t *list,
			uint32_t n)
{
	struct str s = {0};
	memory_threads_text(&s, w->report, list, n, w->options->all);
	if (n)
		fprintf(w->out, "    %s by %s\n", what, str_cstr(&s));
	str_free(&s);
}

static void put_exception(const struct text_writer *w, const struct report_memory *m,
			  const struct report_exception *e)
{
	struct str s = {0};
	text_place(&s, e->place);
	str_addf(&s, ": %s%s", e->atomic ? "atomic " : "", report_kind_name(e->kind));
	text_name(&s, " in ", e->function);
	str_add(&s, ", ");
	text_thread(&s, &w->report->threads[e->thread]);
	if (m->rule == MEMORY_GUARDED)
		str_add(&s, m->status == MEMORY_PROVED ? ", kept apart in another way"
						       : ", without the lock");
	else
		str_add(&s, ", plain");
	fprintf(w->out, "    %s\n", str_cstr(&s));
	str_free(&s);
}

static void put_memory(const struct text_writer *w, const struct report_memory *m)
{
	struct str s = {0};
	text_name(&s, "", m->name);
	str_add(&s, ": ");
	text_painted(w, PAINT_BOLD, str_cstr(&s));
	str_clear(&s);
	memory_rule_text(&s, m);
	str_add(&s, " [");
	fputs(str_cstr(&s), w->out);
	text_painted(w, m->status <= MEMORY_ONE_EXCEPTION ? PAINT_WARNING : PAINT_NOTE,
		     memory_status_name(m->status));
	fputs("]\n", w->out);
	put_threads(w, "read", m->readers, m->read_count);
	put_threads(w, "written", m->writers, m->write_count);
	uint32_t n = shown_of(w, m->exception_count);
	for (uint32_t i = 0; i < n; i++)
		put_exception(w, m, &m->exceptions[i]);
	put_more(w, m->exception_count, "    ");
	str_free(&s);
}

static void put_all_memory(const struct text_writer *w)
{
	const struct report_discipline *d = w->report->discipline;
	uint32_t hidden[MEMORY_RULES] = {0}, count = 0;
	text_painted(w, PAINT_BOLD, "By memory\n");
	for (uint32_t i = 0; i < d->memory_count; i++) {
		const struct report_memory *m = &d->memory[i];
		if (w->options->all || memory_is_shared(m)) {
			put_memory(w, m);
		} else {
			hidden[m->rule]++;
			count++;
		}
	}
	if (!d->memory_count)
		fputs("  no memory is used by threads that run at the same time\n", w->out);
	if (!count)
		return;
	fprintf(w->out, "and %u without a lock and without a race that is shown (--all):", count);
	for (uint32_t i = 0, n = 0; i < MEMORY_RULES; i++) {
		struct report_memory m = {.rule = (enum memory_rule)i};
		struct str s = {0};
		memory_rule_text(&s, &m);
		if (hidden[i])
			fprintf(w->out, "%s %u %s", n++ ? ";" : "", hidden[i], str_cstr(&s));
		str_free(&s);
	}
	fputc('\n', w->out);
}

/* ---- by lock ---- */

static void put_guarded(const struct text_writer *w, uint32_t lock)
{
	const struct report_discipline *d = w->report->discipline;
	uint32_t n = d->locks[lock].guards, shown = shown_of(w, n), told = 0;
	struct str s = {0};
	for (uint32_t i = 0; i < d->memory_count && told < shown; i++) {
		if (d->memory[i].lock_index != lock + 1)
			continue;
		text_name(&s, told++ ? ", " : "", d->memory[i].name);
	}
	if (shown < n)
		str_addf(&s, " and %u more", n - shown);
	fprintf(w->out, "    guards %s\n", n ? str_cstr(&s) : "nothing that is known");
	str_free(&s);
}

static void put_places(const struct text_writer *w, const struct report_known_lock *l)
{
	uint32_t n = shown_of(w, l->place_count);
	fputs("    taken at ", w->out);
	for (uint32_t i = 0; i < n; i++) {
		fputs(i ? ", " : "", w->out);
		put_place(w, l->places[i]);
	}
	if (n < l->place_count)
		fprintf(w->out, " and %u more places", l->place_count - n);
	fputc('\n', w->out);
}

/* What is held when it is taken, or taken when it is held. */
static void put_neighbours(const struct text_writer *w, uint32_t lock, bool later)
{
	const struct report_discipline *d = w->report->discipline;
	uint32_t n = 0;
	for (uint32_t i = 0; i < d->order_count; i++)
		n += (later ? d->orders[i].first : d->orders[i].second) == lock;
	uint32_t shown = shown_of(w, n), told = 0;
	for (uint32_t i = 0; i < d->order_count && told < shown; i++) {
		const struct report_order *o = &d->orders[i];
		struct str s = {0};
		if ((later ? o->first : o->second) != lock)
			continue;
		text_name(&s, told++ ? ", " : "", d->locks[later ? o->second : o->first].name);
		str_add(&s, " (");
		text_place(&s, o->wanted);
		fprintf(w->out, "%s%s)",
			told > 1 ? "" : later ? "    then " : "    after ", str_cstr(&s));
		str_free(&s);
	}
	if (shown < n)
		fprintf(w->out, " and %u more", n - shown);
	fputs(n ? "\n" : "", w->out);
}

static void put_lock(const struct text_writer *w, uint32_t lock)
{
	const struct report_known_lock *l = &w->report->discipline->locks[lock];
	struct str s = {0};
	text_name(&s, "", l->name);
	str_add(&s, l->one ? "\n" : ", one of each\n");
	text_painted(w, PAINT_BOLD, str_cstr(&s));
	put_guarded(w, lock);
	put_places(w, l);
	put_neighbours(w, lock, false);
	put_neighbours(w, lock, true);
	str_free(&s);
}

static void put_all_locks(const struct text_writer *w)
{
	const struct report_discipline *d = w->report->discipline;
	text_painted(w, PAINT_BOLD, "\nBy lock\n");
	for (uint32_t i = 0; i < d->lock_count; i++)
		put_lock(w, i);
	if (!d->lock_count)
		fputs("  no lock is taken by threads\n", w->out);
}

/* ---- deadlocks ---- */

static void put_step(const struct text_writer *w, const struct report_order *o)
{
	const struct report_discipline *d = w->report->discipline;
	struct str s = {0};
	text_name(&s, "takes ", d->locks[o->second].name);
	text_name(&s, " in ", o->function);
	str_add(&s, ", ");
	text_thread(&s, &w->report->threads[o->thread]);
	text_name(&s, ", holding ", d->locks[o->first].name);
	str_add(&s, " (taken at ");
	text_place(&s, o->held);
	str_add(&s, ")\n");
	text_head(w, o->wanted, PAINT_NOTE, "note:");
	fputs(str_cstr(&s), w->out);
	str_free(&s);
}

static void put_cycle(const struct text_writer *w, const struct report_cycle *c)
{
	const struct report_discipline *d = w->report->discipline;
	struct str s = {0};
	str_add(&s, "locks are taken in different orders: ");
	for (uint32_t i = 0; i < c->step_count; i++)
		text_name(&s, i ? ", " : "", d->locks[c->steps[i].first].name);
	str_addf(&s, " [deadlock, %s; %s]\n", confidence_name(c->confidence), c->id);
	text_head(w, c->steps[0].wanted, PAINT_WARNING, "warning:");
	text_painted(w, PAINT_BOLD, str_cstr(&s));
	for (uint32_t i = 0; i < c->step_count; i++)
		put_step(w, &c->steps[i]);
	if (c->reason)
		fprintf(w->out, "  %s\n", c->reason);
	str_free(&s);
}

void text_cycles(const struct text_writer *w)
{
	const struct report_discipline *d = w->report->discipline;
	uint32_t shown = 0, low = 0;
	for (uint32_t i = 0; i < d->cycle_count; i++) {
		bool is_shown = report_shows_cycle(w->options, &d->cycles[i]);
		shown += is_shown;
		low += !is_shown && !d->cycles[i].suppressed;
		if (is_shown)
			put_cycle(w, &d->cycles[i]);
	}
	if (w->options->quiet)
		return;
	if (shown)
		fprintf(w->out, "%u possible deadlock%s", shown, text_plural(shown));
	else
		fputs("no possible deadlocks found", w->out);
	if (low)
		fprintf(w->out, " (and %u of low confidence: --all)", low);
	fputs(d->cut ? "; not every way to take two locks was compared\n" : "\n", w->out);
}

/* What 'proved' rests on. */
static void put_limits(const struct text_writer *w)
{
	const struct report *r = w->report;
	for (uint32_t i = 0; i < r->unknown_count; i++) {
		struct str s = {0};
		unknown_summary(&r->unknown[i], &s);
		fprintf(w->out, "%s%s", i ? "; " : "not understood: ", str_cstr(&s));
		str_free(&s);
	}
	fputs(r->unknown_count ? "\n" : "", w->out);
	if (!r->complete)
		fputs("not everything was analysed: this is incomplete\n", w->out);
}

void discipline_text(const struct report *r, const struct report_options *o, FILE *out)
{
	char *text = NULL;
	size_t n = 0;
	struct text_writer w = {.report = r, .options = o, .out = open_memstream(&text, &n)};
	if (!w.out)
		die("out of memory");
	put_all_memory(&w);
	put_all_locks(&w);
	fputc('\n', w.out);
	text_cycles(&w);
	if (!o->quiet)
		put_limits(&w);
	fclose(w.out);
	terminal_write(text, n, o, out);
	free(text);
}
