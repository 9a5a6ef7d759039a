/* SPDX-License-Identifier: MIT */
/*
 * From a report (docs/json.md) to diagnostics: each access of a race that is in a pair
 * has one, in its own file, and names the other side, where their threads are created,
 * and where the memory is declared.
 */
#include <string.h>

#include "lsp/lsp.h"
#include "project/paths.h"
#include "report/source.h"

struct diagnosing {
	struct arena memory;
	const char *here;
	struct source_cache sources;
	json_t *threads, *out;
};

enum { SEVERITY_ERROR = 1, SEVERITY_WARNING, SEVERITY_INFORMATION };

static const char *text_of(json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text ? text : "";
}

static uint32_t number_of(json_t *object, const char *key)
{
	return (uint32_t)json_integer_value(json_object_get(object, key));
}

/* ---- places ---- */

static json_t *position(uint32_t line, uint32_t column)
{
	return json_pack("{sisi}", "line", (int)line, "character", (int)column);
}

static bool is_word(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z');
}

/* From the place to the end of the name, or of the sign, that stands there. */
static json_t *range_of(struct diagnosing *d, const char *file, uint32_t line,
			uint32_t column)
{
	struct source_line text;
	uint32_t end = column + 1;
	if (!column)
		return json_pack("{soso}", "start", position(line - 1, 0), "end",
				 position(line, 0));
	if (source_line(&d->sources, file, line, &text) && column <= text.n)
		while (end <= text.n && is_word(text.at[end - 2]) &&
		       is_word(text.at[end - 1]))
			end++;
	uint32_t from = source_utf16_column(&d->sources, file, line, column) - 1;
	uint32_t to = source_utf16_column(&d->sources, file, line, end) - 1;
	return json_pack("{soso}", "start", position(line - 1, from), "end",
			 position(line - 1, to));
}

static const char *uri_of(struct diagnosing *d, const char *file)
{
	struct str uri = {0};
	str_add(&uri, "file://");
	path_add_uri(&uri, file);
	const char *text = arena_strdup(&d->memory, str_cstr(&uri));
	str_free(&uri);
	return text;
}

/* NULL: it is not known where. */
static const char *file_of(struct diagnosing *d, json_t *place)
{
	const char *file = text_of(place, "file");
	return *file && number_of(place, "line")
		       ? path_absolute(&d->memory, d->here, file)
		       : NULL;
}

static void add_related(struct diagnosing *d, json_t *list, json_t *place,
			const char *message)
{
	const char *file = file_of(d, place);
	if (file)
		json_array_append_new(
			list, json_pack("{s{ssso}ss}", "location", "uri", uri_of(d, file),
					"range",
					range_of(d, file, number_of(place, "line"),
						 number_of(place, "column")),
					"message", message));
}

/* ---- words ---- */

static void add_thread(struct diagnosing *d, struct str *s, json_t *access)
{
	json_t *t = json_array_get(d->threads, number_of(access, "thread"));
	const char *kind = text_of(t, "kind");
	if (strcmp(kind, "main") == 0)
		str_add(s, "the main thread");
	else
		str_addf(s, "%s '%s'", strcmp(kind, "created") == 0 ? "thread" : kind,
			 text_of(t, "entry"));
	if (json_is_true(json_object_get(t, "many")))
		str_add(s, " (one of many)");
}

static void add_locks(struct str *s, json_t *access)
{
	json_t *locks = json_object_get(access, "locks");
	size_t n = json_array_size(locks);
	str_add(s, n ? ", holding " : ", no locks held");
	for (size_t i = 0; i < n; i++)
		str_addf(s, "%s'%s'", i ? ", " : "",
			 text_of(json_array_get(locks, i), "name"));
}

/* 'write of 'h->updates' in 'f', thread 'run', no locks held' */
static const char *describe(struct diagnosing *d, json_t *access)
{
	struct str s = {0};
	str_addf(&s, "%s%s of '%s' in '%s', ",
		 json_is_true(json_object_get(access, "atomic")) ? "atomic " : "",
		 text_of(access, "kind"), text_of(access, "expression"),
		 text_of(access, "function"));
	add_thread(d, &s, access);
	add_locks(&s, access);
	const char *text = arena_strdup(&d->memory, str_cstr(&s));
	str_free(&s);
	return text;
}

static const char *message_of(struct diagnosing *d, json_t *race, json_t *access,
			      bool alone)
{
	json_t *guard = json_object_get(race, "guard");
	struct str s = {0};
	str_addf(&s, "data race on '%s' [%s]: %s",
		 text_of(json_object_get(race, "location"), "name"),
		 text_of(race, "confidence"), describe(d, access));
	if (alone)
		str_add(&s, "; the same code in another thread");
	if (json_is_object(guard))
		str_addf(&s, "; guarded by '%s' in %u of %u accesses",
			 text_of(guard, "lock"), number_of(guard, "guarded"),
			 number_of(guard, "total"));
	const char *text = arena_strdup(&d->memory, str_cstr(&s));
	str_free(&s);
	return text;
}

/* ---- races ---- */

static int severity_of(json_t *race)
{
	const char *confidence = text_of(race, "confidence");
	if (strcmp(confidence, "low") == 0)
		return SEVERITY_INFORMATION;
	return strcmp(confidence, "medium") == 0 ? SEVERITY_WARNING : SEVERITY_ERROR;
}

static void add_creation(struct diagnosing *d, json_t *list, json_t *access)
{
	json_t *t = json_array_get(d->threads, number_of(access, "thread"));
	json_t *created = json_object_get(t, "created");
	if (json_is_object(created))
		add_related(d, list, created,
			    arena_printf(&d->memory, "thread '%s' is created here",
					 text_of(t, "entry")));
}

static json_t *related(struct diagnosing *d, json_t *race, json_t *access, json_t *other)
{
	json_t *list = json_array(), *location = json_object_get(race, "location");
	add_related(d, list, other, describe(d, other));
	add_creation(d, list, access);
	if (json_object_get(other, "thread") &&
	    number_of(other, "thread") != number_of(access, "thread"))
		add_creation(d, list, other);
	add_related(d, list, location,
		    arena_printf(&d->memory, "'%s' is declared here",
				 text_of(location, "name")));
	return list;
}

static void add_diagnostic(struct diagnosing *d, json_t *race, json_t *access,
			   json_t *other)
{
	const char *file = file_of(d, access), *uri = file ? uri_of(d, file) : "";
	json_t *list = json_object_get(d->out, uri);
	if (!file)
		return;
	if (!list) {
		list = json_array();
		json_object_set_new(d->out, uri, list);
	}
	json_array_append_new(
		list, json_pack("{sosissssssso}", "range",
				range_of(d, file, number_of(access, "line"),
					 number_of(access, "column")),
				"severity", severity_of(race), "code",
				text_of(race, "id"), "source", "chequer", "message",
				message_of(d, race, access, access == other),
				"relatedInformation", related(d, race, access, other)));
}

/* Each access once, with the first that it is in a pair with. */
static void add_race(struct diagnosing *d, json_t *race)
{
	json_t *accesses = json_object_get(race, "accesses"),
	       *pairs = json_object_get(race, "pairs");
	for (size_t i = 0; i < json_array_size(accesses); i++) {
		size_t k = 0, other = SIZE_MAX;
		for (; k < json_array_size(pairs) && other == SIZE_MAX; k++) {
			json_t *pair = json_array_get(pairs, k);
			size_t a = (size_t)json_integer_value(json_array_get(pair, 0));
			size_t b = (size_t)json_integer_value(json_array_get(pair, 1));
			other = a == i ? b : b == i ? a : SIZE_MAX;
		}
		if (other < json_array_size(accesses))
			add_diagnostic(d, race, json_array_get(accesses, i),
				       json_array_get(accesses, other));
	}
}

json_t *lsp_diagnostics(json_t *report, const char *here)
{
	struct diagnosing d = {.here = here,
			       .threads = json_object_get(report, "threads"),
			       .out = json_object()};
	json_t *races = json_object_get(report, "races");
	for (size_t i = 0; i < json_array_size(races); i++)
		add_race(&d, json_array_get(races, i));
	source_free(&d.sources);
	arena_release(&d.memory);
	return d.out;
}
