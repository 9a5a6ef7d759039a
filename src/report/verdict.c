/* SPDX-License-Identifier: MIT */
/* What the report says as a whole. */
#include "base/utf8.h"
#include "report/report.h"

enum { MAX_FIRST = 3 };

enum verdict report_verdict(const struct report *r, const struct report_options *o)
{
	bool doubt = !r->complete || r->elsewhere || r->open_program || r->unknown_count;
	for (uint32_t i = 0; i < r->race_count; i++) {
		if (report_shows(o, &r->races[i]))
			return VERDICT_RACES;
		doubt |= !r->races[i].suppressed;
	}
	return doubt || r->thread_count == 0 ? VERDICT_NONE_FOUND : VERDICT_PROVED;
}

uint32_t report_count_threads(const struct report *r, enum thread_kind kind)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < r->thread_count; i++)
		n += r->threads[i].kind == kind;
	return n;
}

const char *verdict_name(enum verdict v)
{
	static const char *const names[] = {"races", "none found", "proved"};
	return names[v];
}

static const struct {
	const char *name, *one, *many;
} unknowns[] = {
#define UNKNOWN(id, name, one, many) {name, one, many},
#include "report/unknown.def"
#undef UNKNOWN
};

const char *unknown_name(enum unknown_kind k)
{
	return unknowns[k].name;
}

const char *unknown_text(enum unknown_kind k, uint32_t count)
{
	return count == 1 ? unknowns[k].one : unknowns[k].many;
}

/* Names say more than places, but code through which nobody was called has none. */
static bool has_names(enum unknown_kind k)
{
	return k != UNKNOWN_CALL && k != UNKNOWN_GUESS && k != UNKNOWN_ASSEMBLY &&
	       k != UNKNOWN_NUMBER;
}

static void add_item(const struct report_item *i, bool name, struct str *out)
{
	utf8_add_printable(out, name || !i->place.file ? i->name : i->place.file);
	if (!name && i->place.file)
		str_addf(out, ":%u:%u", i->place.line, i->place.column);
}

void unknown_summary(const struct report_unknown *u, struct str *out)
{
	bool names = has_names(u->kind);
	uint32_t most = names ? MAX_FIRST : 1;
	uint32_t shown = u->item_count > most ? most : u->item_count;
	str_addf(out, "%u %s", u->count, unknown_text(u->kind, u->count));
	for (uint32_t i = 0; i < shown; i++) {
		str_add(out, i ? ", " : " (");
		add_item(&u->items[i], names, out);
	}
	if (u->item_count > shown && names)
		str_addf(out, " and %u more", u->item_count - shown);
	str_add(out, shown ? ")" : "");
}
