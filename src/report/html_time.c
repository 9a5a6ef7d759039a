/* SPDX-License-Identifier: MIT */
/*
 * A small picture of time, from left to right: a lane for each of the two threads, from
 * its creation to its join. Both accesses lie where the lanes overlap. It is not to
 * scale.
 */
#include <string.h>

#include "base/str.h"
#include "report/html.h"
#include "report/text.h"

enum {
	WIDTH = 700,
	TOP = 60,
	GAP = 100,
	LEFT = 20,
	RIGHT = 690,
	FORK = 150,
	JOIN = 560,
	FIRST_HIT = 330,
	SECOND_HIT = 440,
	MOST_LETTERS = 60
};

struct lane {
	const struct report_access *access;
	const struct report_thread *thread;
	bool child; /* the other lane's thread creates it */
	int y, begin, end, hit;
};

static void put_label(struct html *h, int x, int y, const char *class, const char *text)
{
	struct str cut = {0};
	size_t n = strlen(text);
	str_addn(&cut, text, n > MOST_LETTERS ? MOST_LETTERS : n);
	fprintf(h->out, "<text x=\"%d\" y=\"%d\"%s>", x, y, class);
	html_text(h, str_cstr(&cut));
	fputs(n > MOST_LETTERS ? "...</text>\n" : "</text>\n", h->out);
	str_free(&cut);
}

static void put_lane(struct html *h, const struct lane *l)
{
	struct str text = {0};
	if (l->thread->kind != THREAD_MAIN)
		str_addf(&text, "%s ", l->thread->kind == THREAD_CREATED
					      ? "thread"
					      : thread_kind_name(l->thread->kind));
	str_add(&text, text_entry(l->thread, l->access));
	put_label(h, l->begin + 6, l->y - 34, "", str_cstr(&text));
	fprintf(h->out,
		"<line class=\"lane\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n",
		l->begin, l->y, l->end, l->y);
	fprintf(h->out, "<circle class=\"hit\" cx=\"%d\" cy=\"%d\" r=\"7\"/>\n", l->hit,
		l->y);
	str_clear(&text);
	str_addf(&text, "%s, line %u", report_kind_name(l->access->kind),
		 l->access->place.line);
	put_label(h, l->hit - 36, l->y - 13, "", str_cstr(&text));
	str_free(&text);
}

static void put_event(struct html *h, const char *what, struct report_place p, int x,
		      int y)
{
	struct str text = {0};
	str_add(&text, what);
	if (p.file && p.line)
		str_addf(&text, ", line %u", p.line);
	put_label(h, x, y, " class=\"soft\"", str_cstr(&text));
	str_free(&text);
}

/* The creation, and the join if one is known, of the thread on the lower lane. */
static void put_life(struct html *h, const struct lane *above, const struct lane *l)
{
	int from = l->child ? above->y : l->y - 44;
	if (!l->thread->created.file)
		return;
	fprintf(h->out, "<path class=\"fork\" d=\"M%d %d L%d %d\"/>\n", l->begin, from,
		l->begin, l->y);
	put_event(h, l->thread->kind == THREAD_CREATED ? "created" : "set up",
		  l->thread->created, l->begin + 6, l->y + 22);
	if (l->thread->joined.file) {
		fprintf(h->out, "<path class=\"fork\" d=\"M%d %d L%d %d\"/>\n", l->end,
			l->y, l->end, from);
		put_event(h, "joined", l->thread->joined, l->end + 6, l->y + 4);
	} else {
		put_event(h, "no join known", (struct report_place){0}, l->end - 110,
			  l->y + 22);
	}
}

static void set_lane(struct lane *l)
{
	bool root = l->thread->kind == THREAD_MAIN || l->thread->kind == THREAD_ENTRY;
	l->begin = root ? LEFT : FORK;
	l->end = l->thread->joined.file ? JOIN : RIGHT;
}

void html_time(struct html *h, const struct report_race *x)
{
	const struct report_access *a = &x->accesses[x->pairs[0].a];
	const struct report_access *b = &x->accesses[x->pairs[0].b];
	const struct report_thread *threads = h->report->threads;
	/* the creator above */
	bool swap = threads[a->thread].creator == (int32_t)b->thread &&
		    a->thread != b->thread;
	struct lane up = {.access = swap ? b : a, .y = TOP, .hit = FIRST_HIT};
	struct lane low = {.access = swap ? a : b, .y = TOP + GAP, .hit = SECOND_HIT};
	up.thread = &threads[up.access->thread];
	low.thread = &threads[low.access->thread];
	low.child = low.thread->creator == (int32_t)up.access->thread;
	set_lane(&up);
	set_lane(&low);
	fprintf(h->out,
		"<h2>When</h2>\n<div class=\"wide\" tabindex=\"0\"><svg class=\"time\" "
		"viewBox=\"0 0 %d %d\" role=\"img\" "
		"aria-label=\"Two threads over time: both accesses may happen while both "
		"run\">\n",
		WIDTH, TOP + GAP + 34);
	int begin = up.begin > low.begin ? up.begin : low.begin;
	int end = up.end < low.end ? up.end : low.end;
	fprintf(h->out,
		"<rect class=\"band\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
		begin, TOP - 10, end - begin, GAP + 20);
	put_life(h, &low, &up);
	put_life(h, &up, &low);
	put_lane(h, &up);
	put_lane(h, &low);
	fputs("</svg></div>\n<p class=\"soft\">Both run in the marked part, in any "
	      "order. Not to "
	      "scale.</p>\n",
	      h->out);
}
