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
#include <errno.h>
#include <string.h>

#include <jansson.h>

#include "base/diag.h"
#include "base/str.h"
#include "base/utf8.h"

enum { FORMAT_VERSION = 1 };

static json_t *checked(json_t *j)
{
	if (!j)
		die("out of memory while writing the JSON report");
	return j;
}

static void put(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, checked(value)))
		die("out of memory while writing the JSON report");
}

static void append(json_t *array, json_t *value)
{
	if (json_array_append_new(array, checked(value)))
		die("out of memory while writing the JSON report");
}

static json_t *new_object(void)
{
	return checked(json_object());
}

static json_t *new_array(void)
{
	return checked(json_array());
}

/* null when there is no text */
static json_t *new_text(const char *text)
{
	if (!text)
		return json_null();
	json_t *j = json_string(text);
	if (j)
		return j;
	struct str clean = {0};
	utf8_add(&clean, text);
	j = checked(json_string(str_cstr(&clean)));
	str_free(&clean);
	return j;
}

static void put_text(json_t *object, const char *key, const char *text)
{
	put(object, key, new_text(text));
}

static void put_number(json_t *object, const char *key, uint64_t n)
{
	put(object, key, json_integer((json_int_t)n));
}

static void put_place(json_t *object, struct report_place p)
{
	put_text(object, "file", p.file);
	put_number(object, "line", p.line);
	put_number(object, "column", p.column);
}

static json_t *texts_json(const char *const *texts, uint32_t n)
{
	json_t *array = new_array();
	for (uint32_t i = 0; i < n; i++)
		append(array, new_text(texts[i]));
	return array;
}

static json_t *stack_json(const struct report_frame *stack, uint32_t n)
{
	json_t *array = new_array();
	for (uint32_t i = 0; i < n; i++) {
		json_t *frame = new_object();
		put_text(frame, "function", stack[i].function);
		put_place(frame, stack[i].place);
		append(array, frame);
	}
	return array;
}

static json_t *locks_json(const struct report_access *a)
{
	json_t *array = new_array();
	for (uint32_t i = 0; i < a->lock_count; i++) {
		json_t *lock = new_object();
		put_text(lock, "name", a->locks[i].name);
		put_text(lock, "mode", a->locks[i].shared ? "shared" : "exclusive");
		put_place(lock, a->locks[i].taken);
		append(array, lock);
	}
	return array;
}

static json_t *access_json(const struct report_race *r, const struct report_access *a)
{
	json_t *o = new_object();
	put_place(o, a->place);
	put_text(o, "function", a->function);
	put_text(o, "expression", a->expression ? a->expression : r->name);
	put_text(o, "kind", report_kind_name(a->kind));
	put(o, "atomic", json_boolean(a->atomic));
	put_number(o, "thread", a->thread);
	put(o, "locks", locks_json(a));
	put(o, "stack", stack_json(a->stack, a->frame_count));
	return o;
}

static json_t *pairs_json(const struct report_race *r)
{
	json_t *array = new_array();
	for (uint32_t i = 0; i < r->pair_count; i++) {
		json_t *pair = new_array();
		append(pair, json_integer(r->pairs[i].a));
		append(pair, json_integer(r->pairs[i].b));
		append(array, pair);
	}
	return array;
}

static json_t *location_json(const struct report_race *r)
{
	json_t *o = new_object();
	put_text(o, "name", r->name);
	put_text(o, "kind", r->kind);
	put_text(o, "file", r->declared.file);
	put_number(o, "line", r->declared.line);
	return o;
}

static json_t *guard_json(const struct report_race *r)
{
	if (!r->usual_lock)
		return json_null();
	json_t *o = new_object();
	put_text(o, "lock", r->usual_lock);
	put_number(o, "guarded", r->usual_count);
	put_number(o, "total", r->usual_total);
	return o;
}

static json_t *created_json(const struct report_thread *t)
{
	if (!t->created.file)
		return json_null();
	json_t *o = new_object();
	put_place(o, t->created);
	return o;
}

static json_t *thread_json(const struct report_thread *t)
{
	json_t *o = new_object();
	put_text(o, "kind", thread_kind_name(t->kind));
	put_text(o, "entry", t->entry);
	put_text(o, "argument", t->argument);
	put(o, "many", json_boolean(t->many));
	put(o, "creator", t->creator < 0 ? json_null() : json_integer(t->creator));
	put(o, "created", created_json(t));
	put(o, "stack", stack_json(t->stack, t->frame_count));
	return o;
}

static json_t *funnel_json(const struct report *r)
{
	json_t *array = new_array();
	for (uint32_t i = 0; i < r->stage_count; i++) {
		json_t *stage = new_object();
		put_text(stage, "stage", r->funnel[i].name);
		put_number(stage, "pairs", r->funnel[i].pairs);
		append(array, stage);
	}
	return array;
}

static json_t *gaps_json(const struct report *r)
{
	json_t *array = new_array();
	for (uint32_t i = 0; i < r->gap_count; i++) {
		json_t *gap = new_object();
		put_text(gap, "what", r->gaps[i].what);
		put_text(gap, "why", r->gaps[i].why);
		append(array, gap);
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
	json_t *o = new_object();
	put_number(o, "races", shown);
	put_number(o, "hidden", r->race_count - shown - suppressed);
	put_number(o, "ignored", suppressed);
	put_number(o, "guarded", r->guarded);
	put_number(o, "threads", r->thread_count);
	put(o, "openProgram", json_boolean(r->open_program));
	put(o, "unknownFunctions", texts_json(r->unknown, r->unknown_count));
	return o;
}

static json_t *tool_json(void)
{
	json_t *o = new_object();
	put_text(o, "name", "chequer");
	put_text(o, "version", CHEQUER_VERSION);
	return o;
}

/* ---- writing ---- */

static int add_bytes(const char *bytes, size_t size, void *line)
{
	str_addn(line, bytes, size);
	return 0;
}

static void write_text(FILE *out, const char *text)
{
	if (fputs(text, out) == EOF)
		die("cannot write the JSON report: %s", strerror(errno));
}

/* On one line. The value is released. */
static void write_value(FILE *out, json_t *value)
{
	struct str line = {0};
	if (json_dump_callback(checked(value), add_bytes, &line, JSON_ENCODE_ANY))
		die("out of memory while writing the JSON report");
	write_text(out, str_cstr(&line));
	str_free(&line);
	json_decref(value);
}

/* The next element of a list of lines, or member of an object that is one. */
static void begin_line(FILE *out, bool *first, const char *indent)
{
	write_text(out, *first ? "\n" : ",\n");
	write_text(out, indent);
	*first = false;
}

static void write_member(FILE *out, bool *first, const char *indent, const char *key,
			 json_t *value)
{
	begin_line(out, first, indent);
	fprintf(out, "\"%s\": ", key);
	if (value)
		write_value(out, value);
}

static void write_race(FILE *out, const struct report_race *r)
{
	static const char indent[] = "      ", deeper[] = "        ";
	bool first = true, none = true;
	write_text(out, "{");
	write_member(out, &first, indent, "id", new_text(r->id));
	write_member(out, &first, indent, "location", location_json(r));
	write_member(out, &first, indent, "confidence",
		     new_text(confidence_name(r->confidence)));
	write_member(out, &first, indent, "reasons", texts_json(r->reasons, r->reason_count));
	write_member(out, &first, indent, "accesses", NULL);
	write_text(out, "[");
	for (uint32_t i = 0; i < r->access_count; i++) {
		begin_line(out, &none, deeper);
		write_value(out, access_json(r, &r->accesses[i]));
	}
	write_text(out, "\n      ]");
	write_member(out, &first, indent, "pairs", pairs_json(r));
	write_member(out, &first, indent, "guard", guard_json(r));
	if (r->member_count)
		write_member(out, &first, indent, "alsoOn",
			     texts_json(r->members, r->member_count));
	write_text(out, "\n    }");
}

static void write_races(FILE *out, const struct report *r, const struct report_options *o)
{
	bool first = true;
	write_text(out, "[");
	for (uint32_t i = 0; i < r->race_count; i++) {
		if (!report_shows(o, &r->races[i]))
			continue;
		begin_line(out, &first, "    ");
		write_race(out, &r->races[i]);
	}
	write_text(out, first ? "]" : "\n  ]");
}

static void write_threads(FILE *out, const struct report *r)
{
	bool first = true;
	write_text(out, "[");
	for (uint32_t i = 0; i < r->thread_count; i++) {
		begin_line(out, &first, "    ");
		write_value(out, thread_json(&r->threads[i]));
	}
	write_text(out, first ? "]" : "\n  ]");
}

void report_json(const struct report *r, const struct report_options *o, FILE *out)
{
	static const char indent[] = "  ";
	bool first = true;
	assert(report_is_sane(r));
	write_text(out, "{");
	write_member(out, &first, indent, "version", json_integer(FORMAT_VERSION));
	write_member(out, &first, indent, "tool", tool_json());
	write_member(out, &first, indent, "complete", json_boolean(r->complete));
	write_member(out, &first, indent, "summary", summary_json(r, o));
	write_member(out, &first, indent, "races", NULL);
	write_races(out, r, o);
	write_member(out, &first, indent, "threads", NULL);
	write_threads(out, r);
	write_member(out, &first, indent, "funnel", funnel_json(r));
	write_member(out, &first, indent, "notAnalysed", gaps_json(r));
	write_text(out, "\n}\n");
}
