/* SPDX-License-Identifier: MIT */
/*
 * The report as JSON: the format of docs/json.md, checked against
 * docs/report-schema.json. Keys come in a fixed order, so equal reports are equal
 * bytes. What is not UTF-8 in a name is replaced, never an error.
 *
 * A report may have tens of thousands of accesses. Each is a line of its own and is
 * written as soon as it is made, so there is never a tree of all of them in memory.
 */
#include "report/report.h"

#include <assert.h>
#include "report/json.h"

enum { FORMAT_VERSION = 1 };

static void put_place(json_t *object, struct report_place p)
{
	json_put_text(object, "file", p.file);
	json_put_number(object, "line", p.line);
	json_put_number(object, "column", p.column);
}

static json_t *texts_json(const char *const *texts, uint32_t n)
{
	json_t *array = json_new_list();
	for (uint32_t i = 0; i < n; i++)
		json_add(array, json_new_text(texts[i]));
	return array;
}

static json_t *doubts_json(const struct report_race *r)
{
	json_t *object = json_new_object();
	for (uint32_t i = 0; i < REPORT_AXES; i++)
		if (r->doubts[i])
			json_put_text(object, report_axes[i], r->doubts[i]);
	return object;
}

static json_t *stack_json(const struct report_frame *stack, uint32_t n)
{
	json_t *array = json_new_list();
	for (uint32_t i = 0; i < n; i++) {
		json_t *frame = json_new_object();
		json_put_text(frame, "function", stack[i].function);
		put_place(frame, stack[i].place);
		json_add(array, frame);
	}
	return array;
}

static json_t *locks_json(const struct report_access *a)
{
	json_t *array = json_new_list();
	for (uint32_t i = 0; i < a->lock_count; i++) {
		json_t *lock = json_new_object();
		json_put_text(lock, "name", a->locks[i].name);
		json_put_text(lock, "mode", a->locks[i].shared ? "shared" : "exclusive");
		put_place(lock, a->locks[i].taken);
		json_add(array, lock);
	}
	return array;
}

static json_t *access_json(const struct report_race *r, const struct report_access *a)
{
	json_t *o = json_new_object();
	put_place(o, a->place);
	json_put_text(o, "function", a->function);
	json_put_text(o, "expression", a->expression ? a->expression : r->name);
	json_put_text(o, "kind", report_kind_name(a->kind));
	json_put(o, "atomic", json_boolean(a->atomic));
	json_put_number(o, "thread", a->thread);
	json_put(o, "locks", locks_json(a));
	json_put(o, "stack", stack_json(a->stack, a->frame_count));
	return o;
}

static json_t *levels_json(const struct report_race *r)
{
	json_t *list = json_new_list();
	for (uint32_t i = 0; i < r->pair_count; i++)
		json_add(list, json_string(confidence_name(r->pairs[i].confidence)));
	return list;
}

static json_t *pairs_json(const struct report_race *r)
{
	json_t *array = json_new_list();
	for (uint32_t i = 0; i < r->pair_count; i++) {
		json_t *pair = json_new_list();
		json_add(pair, json_integer(r->pairs[i].a));
		json_add(pair, json_integer(r->pairs[i].b));
		json_add(array, pair);
	}
	return array;
}

static json_t *location_json(const struct report_race *r)
{
	json_t *o = json_new_object();
	json_put_text(o, "name", r->name);
	json_put_text(o, "kind", r->kind);
	json_put_text(o, "file", r->declared.file);
	json_put_number(o, "line", r->declared.line);
	return o;
}

static json_t *guard_json(const struct report_race *r)
{
	if (!r->usual_lock)
		return json_null();
	json_t *o = json_new_object();
	json_put_text(o, "lock", r->usual_lock);
	json_put_number(o, "guarded", r->usual_count);
	json_put_number(o, "total", r->usual_total);
	return o;
}

static json_t *created_json(const struct report_thread *t)
{
	if (!t->created.file)
		return json_null();
	json_t *o = json_new_object();
	put_place(o, t->created);
	return o;
}

static json_t *thread_json(const struct report_thread *t)
{
	json_t *o = json_new_object();
	json_put_text(o, "kind", thread_kind_name(t->kind));
	json_put_text(o, "entry", t->entry);
	json_put_text(o, "argument", t->argument);
	json_put(o, "many", json_boolean(t->many));
	json_put(o, "creator", t->creator < 0 ? json_null() : json_integer(t->creator));
	json_put(o, "created", created_json(t));
	json_put(o, "stack", stack_json(t->stack, t->frame_count));
	return o;
}

static json_t *funnel_json(const struct report *r)
{
	json_t *array = json_new_list();
	for (uint32_t i = 0; i < r->stage_count; i++) {
		json_t *stage = json_new_object();
		json_put_text(stage, "stage", r->funnel[i].name);
		json_put_number(stage, "pairs", r->funnel[i].pairs);
		json_add(array, stage);
	}
	return array;
}

static json_t *gaps_json(const struct report *r)
{
	json_t *array = json_new_list();
	for (uint32_t i = 0; i < r->gap_count; i++) {
		json_t *gap = json_new_object();
		json_put_text(gap, "what", r->gaps[i].what);
		json_put_text(gap, "why", r->gaps[i].why);
		json_add(array, gap);
	}
	return array;
}

static json_t *unknown_json(const struct report *r)
{
	json_t *array = json_new_list();
	for (uint32_t i = 0; i < r->unknown_count; i++) {
		const struct report_unknown *u = &r->unknown[i];
		json_t *o = json_new_object(), *items = json_new_list();
		json_put_text(o, "kind", unknown_name(u->kind));
		json_put_text(o, "text", unknown_text(u->kind, u->count));
		json_put_number(o, "count", u->count);
		for (uint32_t k = 0; k < u->item_count; k++) {
			json_t *item = json_new_object();
			json_put_text(item, "name", u->items[k].name);
			put_place(item, u->items[k].place);
			json_put_number(item, "places", u->items[k].count);
			json_add(items, item);
		}
		json_put(o, "items", items);
		json_add(array, o);
	}
	return array;
}

static json_t *unknown_functions_json(const struct report *r)
{
	json_t *array = json_new_list();
	for (uint32_t i = 0; i < r->unknown_count; i++) {
		const struct report_unknown *u = &r->unknown[i];
		for (uint32_t k = 0; k < u->item_count && u->kind == UNKNOWN_FUNCTION; k++)
			json_add(array, json_new_text(u->items[k].name));
	}
	return array;
}

static json_t *summary_json(const struct report *r, const struct report_options *options)
{
	uint32_t shown = 0, suppressed = 0;
	for (uint32_t i = 0; i < r->race_count; i++) {
		shown += report_shows(options, &r->races[i]);
		suppressed += r->races[i].suppressed;
	}
	json_t *o = json_new_object();
	json_put_number(o, "races", shown);
	json_put_number(o, "hidden", r->race_count - shown - suppressed);
	json_put_number(o, "ignored", suppressed);
	if (r->since) {
		json_put_text(o, "since", r->since);
		json_put_number(o, "elsewhere", r->elsewhere);
	}
	json_put_number(o, "guarded", r->guarded);
	json_put_number(o, "threads", r->thread_count);
	json_put_number(o, "signalHandlers", report_count_threads(r, THREAD_SIGNAL));
	json_put_number(o, "callbacks", report_count_threads(r, THREAD_CALLBACK));
	json_put(o, "openProgram", json_boolean(r->open_program));
	json_put(o, "unknownFunctions", unknown_functions_json(r));
	return o;
}

static json_t *tool_json(void)
{
	json_t *o = json_new_object();
	json_put_text(o, "name", "chequer");
	json_put_text(o, "version", CHEQUER_VERSION);
	return o;
}

/* ---- what was seen when the program ran ---- */

static json_t *seen_json(const struct report_seen *s)
{
	struct report_access locks = {.lock_count = s->lock_count, .locks = s->locks};
	json_t *o = json_new_object();
	put_place(o, s->place);
	json_put_text(o, "function", s->function);
	json_put_text(o, "kind", report_kind_name(s->kind));
	json_put(o, "atomic", json_boolean(s->atomic));
	json_put_number(o, "size", s->size);
	json_put_number(o, "thread", s->thread);
	json_put_text(o, "entry", s->entry);
	json_put(o, "locks", locks_json(&locks));
	json_put(o, "stack", stack_json(s->stack, s->frame_count));
	json_put(o, "created", stack_json(s->created, s->created_count));
	return o;
}

static json_t *evidence_json(const struct report_race *r)
{
	json_t *array = json_new_list();
	for (uint32_t i = 0; i < r->evidence_count; i++) {
		const struct report_evidence *e = &r->evidence[i];
		json_t *o = json_new_object(), *sides = json_new_list();
		json_put_number(o, "run", e->run);
		json_put_number(o, "seed", e->seed);
		json_put_text(o, "schedule", e->schedule);
		json_put_number(o, "address", e->address);
		json_put_number(o, "size", e->size);
		json_put_text(o, "before", e->before);
		json_put_text(o, "after", e->after);
		json_add(sides, seen_json(&e->sides[0]));
		json_add(sides, seen_json(&e->sides[1]));
		json_put(o, "sides", sides);
		json_add(array, o);
	}
	return array;
}

static json_t *crashes_json(const struct report_runs *r)
{
	json_t *array = json_new_list();
	for (uint32_t i = 0; i < r->crash_count; i++) {
		const struct report_crash *c = &r->crashes[i];
		json_t *o = json_new_object();
		json_put_text(o, "signal", c->what);
		json_put_number(o, "run", c->run);
		json_put_number(o, "seed", c->seed);
		json_put(o, "stack", stack_json(c->stack, c->frame_count));
		json_add(array, o);
	}
	return array;
}

static json_t *runs_json(const struct report_runs *r)
{
	json_t *o = json_new_object();
	json_put_number(o, "runs", r->runs);
	json_put_number(o, "timedOut", r->timed_out);
	json_put_number(o, "confirmed", r->confirmed);
	json_put_number(o, "missed", r->missed);
	json_put(o, "crashes", crashes_json(r));
	return o;
}

/* ---- writing ---- */

static void write_race(FILE *out, const struct report_race *r)
{
	static const char indent[] = "      ", deeper[] = "        ";
	bool first = true, none = true;
	json_write_text(out, "{");
	json_write_member(out, &first, indent, "id", json_new_text(r->id));
	json_write_member(out, &first, indent, "location", location_json(r));
	json_write_member(out, &first, indent, "confidence",
		     json_new_text(confidence_name(r->confidence)));
	json_write_member(out, &first, indent, "reasons", texts_json(r->reasons, r->reason_count));
	if (r->reason_count)
		json_write_member(out, &first, indent, "doubts", doubts_json(r));
	json_write_member(out, &first, indent, "accesses", NULL);
	json_write_text(out, "[");
	for (uint32_t i = 0; i < r->access_count; i++) {
		json_begin_line(out, &none, deeper);
		json_write_value(out, access_json(r, &r->accesses[i]));
	}
	json_write_text(out, "\n      ]");
	json_write_member(out, &first, indent, "pairs", pairs_json(r));
	json_write_member(out, &first, indent, "pairConfidence", levels_json(r));
	if (r->unordered)
		json_write_member(out, &first, indent, "unordered",
				  json_new_text(r->unordered));
	if (r->changed)
		json_write_member(out, &first, indent, "changed", json_new_text(r->changed));
	if (r->contract)
		json_write_member(out, &first, indent, "contract", json_new_text(r->contract));
	json_write_member(out, &first, indent, "guard", guard_json(r));
	if (r->member_count)
		json_write_member(out, &first, indent, "alsoOn",
			     texts_json(r->members, r->member_count));
	if (r->tried) {
		json_t *reached = json_new_list();
		json_add(reached, json_integer(r->reached[0]));
		json_add(reached, json_integer(r->reached[1]));
		json_write_member(out, &first, indent, "reached", reached);
		json_write_member(out, &first, indent, "evidence", evidence_json(r));
	}
	json_write_text(out, "\n    }");
}

static void write_races(FILE *out, const struct report *r, const struct report_options *o)
{
	bool first = true;
	json_write_text(out, "[");
	for (uint32_t i = 0; i < r->race_count; i++) {
		if (!report_shows(o, &r->races[i]))
			continue;
		json_begin_line(out, &first, "    ");
		write_race(out, &r->races[i]);
	}
	json_write_text(out, first ? "]" : "\n  ]");
}

static void write_threads(FILE *out, const struct report *r)
{
	bool first = true;
	json_write_text(out, "[");
	for (uint32_t i = 0; i < r->thread_count; i++) {
		json_begin_line(out, &first, "    ");
		json_write_value(out, thread_json(&r->threads[i]));
	}
	json_write_text(out, first ? "]" : "\n  ]");
}

void report_json(const struct report *r, const struct report_options *o, FILE *out)
{
	static const char indent[] = "  ";
	bool first = true;
	assert(report_is_sane(r));
	json_write_text(out, "{");
	json_write_member(out, &first, indent, "version", json_integer(FORMAT_VERSION));
	json_write_member(out, &first, indent, "tool", tool_json());
	json_write_member(out, &first, indent, "complete", json_boolean(r->complete));
	json_write_member(out, &first, indent, "verdict",
		     json_new_text(verdict_name(report_verdict(r, o))));
	json_write_member(out, &first, indent, "assumptions",
		     texts_json(r->assumptions, r->assumption_count));
	json_write_member(out, &first, indent, "summary", summary_json(r, o));
	json_write_member(out, &first, indent, "races", NULL);
	write_races(out, r, o);
	json_write_member(out, &first, indent, "threads", NULL);
	write_threads(out, r);
	json_write_member(out, &first, indent, "funnel", funnel_json(r));
	json_write_member(out, &first, indent, "unknown", unknown_json(r));
	json_write_member(out, &first, indent, "notAnalysed", gaps_json(r));
	if (o->deadlocks && r->discipline)
		json_write_member(out, &first, indent, "deadlocks",
				  cycles_json(r->discipline, o));
	if (r->runs)
		json_write_member(out, &first, indent, "runs", runs_json(r->runs));
	json_write_text(out, "\n}\n");
}
