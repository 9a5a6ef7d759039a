/* SPDX-License-Identifier: MIT */
/* A race that was seen happening (chequer confirm): both threads as they stood there. */
#include "base/str.h"
#include "report/html.h"
#include "report/text.h"

static void put_frames(struct html *h, const struct report_frame *frames, uint32_t n)
{
	fputs("<ol class=\"calls\">\n", h->out);
	for (uint32_t i = 0; i < n; i++) {
		fputs("<li>", h->out);
		html_code(h, frames[i].function);
		fputs(" ", h->out);
		html_place(h, frames[i].place);
		fputs("</li>\n", h->out);
	}
	fputs("</ol>\n", h->out);
}

static void put_seen(struct html *h, const struct report_seen *s, bool handler)
{
	struct report_access locks = {.locks = s->locks, .lock_count = s->lock_count};
	fputs("<section class=\"side\"><h3>", h->out);
	if (handler)
		fputs("A signal handler on the same thread", h->out);
	else if (s->thread == 0)
		fputs("The main thread", h->out);
	else
		fprintf(h->out, "Thread %u", s->thread);
	if (s->thread && s->entry && !handler) {
		fputs(" ", h->out);
		html_code(h, s->entry);
	}
	fprintf(h->out, "</h3>\n<p>before its %s%s of %u byte%s</p>\n",
		s->atomic ? "atomic " : "", report_kind_name(s->kind), s->size,
		text_plural(s->size));
	html_locks(h, &locks);
	put_frames(h, s->stack, s->frame_count);
	fputs("</section>\n", h->out);
}

static void put_bytes(struct html *h, const struct report_evidence *e)
{
	struct str before = {0}, after = {0};
	if (!e->before)
		return;
	report_value(&before, e->before);
	fprintf(h->out, "<p>%u byte%s: ", e->size, text_plural(e->size));
	html_code(h, str_cstr(&before));
	if (e->after) {
		report_value(&after, e->after);
		fputs(" before, ", h->out);
		html_code(h, str_cstr(&after));
		fputs(" after one thread went on while the other still stood there",
		      h->out);
	}
	fputs("</p>\n", h->out);
	str_free(&before);
	str_free(&after);
}

void html_evidence(struct html *h, const struct report_race *x)
{
	const struct report_evidence *e = x->evidence;
	if (!x->evidence_count && x->tried)
		fprintf(h->out,
			"<h2>Not seen happening</h2>\n<p>When the program ran, the sides "
			"were reached %u "
			"and %u times.</p>\n",
			x->reached[0], x->reached[1]);
	if (!x->evidence_count)
		return;
	fprintf(h->out,
		"<h2>Seen happening</h2>\n<p>In run %u (seed %llu), these two were "
		"stopped at the "
		"same moment:</p>\n<div class=\"sides\">\n",
		e->run, (unsigned long long)e->seed);
	put_seen(h, &e->sides[0], false);
	put_seen(h, &e->sides[1], e->sides[0].thread == e->sides[1].thread);
	fputs("</div>\n", h->out);
	put_bytes(h, e);
	if (e->schedule) {
		fputs("<p>Again: <code>chequer replay ", h->out);
		html_text(h, e->schedule);
		fputs("</code></p>\n", h->out);
	}
}
