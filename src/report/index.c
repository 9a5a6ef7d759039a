/* SPDX-License-Identifier: MIT */
/*
 * The index of a long report, its last lines: each race on a line, in the order of the
 * report, with what is wrong and the id that 'chequer show' takes. What stands aside was told on
 * a line each before.
 */
#include <string.h>

#include "base/utf8.h"
#include "report/text.h"

enum { LONG = 8, MAX_PLACE = 48, MAX_NAME = 40 };

static bool is_listed(const struct text_writer *w, const struct report_race *x)
{
	return report_shows(w->options, x) && !text_is_folded(w, x);
}

static uint32_t count_listed(const struct text_writer *w)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < w->report->race_count; i++)
		n += is_listed(w, &w->report->races[i]);
	return n;
}

static void make_line(const struct report_race *x, struct str *place, struct str *name)
{
	str_clear(place);
	str_clear(name);
	text_place(place, x->accesses[x->pairs[0].a].place);
	utf8_add_printable(name, x->name);
}

static int wider(int width, size_t n, int most)
{
	return n > (size_t)width && n <= (size_t)most ? (int)n : width;
}

void text_index(const struct text_writer *w)
{
	struct str place = {0}, name = {0}, cause = {0};
	int place_width = 0, name_width = 0;
	if (count_listed(w) < LONG)
		return;
	for (uint32_t i = 0; i < w->report->race_count; i++) {
		if (!is_listed(w, &w->report->races[i]))
			continue;
		make_line(&w->report->races[i], &place, &name);
		place_width = wider(place_width, place.n, MAX_PLACE);
		name_width = wider(name_width, name.n, MAX_NAME);
	}
	fputs("\nindex ('chequer show ID', with the same input, prints one in full):\n",
	      w->out);
	for (uint32_t i = 0; i < w->report->race_count; i++) {
		const struct report_race *x = &w->report->races[i];
		if (!is_listed(w, x))
			continue;
		make_line(x, &place, &name);
		str_clear(&cause);
		if (w->report->cause_count)
			utf8_add_printable(&cause, w->report->causes[x->cause].text);
		fprintf(w->out, "%-9s %s  %-*s  %-*s  %s\n",
			confidence_name(x->confidence), x->id, place_width,
			str_cstr(&place), name_width, str_cstr(&name), str_cstr(&cause));
	}
	str_free(&place);
	str_free(&name);
	str_free(&cause);
}
