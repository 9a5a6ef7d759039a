/* SPDX-License-Identifier: MIT */
/*
 * jansson reads the JSON and knows the line of a syntax error. It does not keep
 * the lines of values, so the line of each entry is found by a second walk over
 * text that is known to be good JSON.
 */
#include "project/database.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "project/words.h"

struct reader {
	struct database *out;
	struct arena *memory;
	const char *name, *text, *end;
	const char *at; /* how far the entries were looked for */
	uint32_t line;	/* of 'at' */
	char *message;
	size_t message_size;
};

/* One step over good JSON; returns the change of nesting depth. */
static int step(struct reader *r)
{
	char c = *r->at++;
	if (c == '\n')
		r->line++;
	if (c == '"') {
		while (r->at < r->end && *r->at != '"')
			r->at += *r->at == '\\' && r->at + 1 < r->end ? 2 : 1;
		r->at += r->at < r->end;
	}
	return (c == '{' || c == '[') - (c == '}' || c == ']');
}

/* Moves just after the opening brace of the next element of the array. */
static uint32_t next_entry_line(struct reader *r)
{
	while (r->at < r->end && strchr(" \t\r\n,[", *r->at) != NULL)
		step(r);
	return r->line;
}

static void skip_entry(struct reader *r)
{
	int depth = 0;
	do
		depth += r->at < r->end ? step(r) : -depth;
	while (depth > 0);
	while (r->at < r->end && *r->at != ',' && *r->at != ']')
		step(r);
}

static bool fail(struct reader *r, uint32_t line, const char *what)
{
	snprintf(r->message, r->message_size, "%s:%u: %s", r->name, line, what);
	return false;
}

static bool split_command(struct reader *r, struct words *w, const char *text,
			  uint32_t line)
{
	if (!words_split(w, r->memory, WORDS_SHELL, text, strlen(text)))
		return fail(r, line, "a quote in 'command' is not closed");
	return true;
}

static bool take_arguments(struct reader *r, struct words *w, json_t *list, uint32_t line)
{
	size_t i;
	json_t *word;
	json_array_foreach(list, i, word) {
		if (!json_is_string(word))
			return fail(r, line, "'arguments' holds something that is not a string");
		vec_push(&w->list, arena_strdup(r->memory, json_string_value(word)));
	}
	return true;
}

static bool read_words(struct reader *r, struct words *w, json_t *entry, uint32_t line)
{
	json_t *command = json_object_get(entry, "command");
	json_t *arguments = json_object_get(entry, "arguments");
	if (json_is_array(arguments))
		return take_arguments(r, w, arguments, line);
	if (arguments)
		return fail(r, line, "'arguments' is not a list");
	if (json_is_string(command))
		return split_command(r, w, json_string_value(command), line);
	return fail(r, line, command ? "'command' is not a string"
				     : "entry without 'command' or 'arguments'");
}

static bool read_string(struct reader *r, json_t *entry, const char *key, uint32_t line,
			const char **out)
{
	char what[64];
	json_t *value = json_object_get(entry, key);
	*out = "";
	if (!value)
		return true;
	snprintf(what, sizeof(what), "'%s' is not a string", key);
	if (!json_is_string(value))
		return fail(r, line, what);
	*out = arena_strdup(r->memory, json_string_value(value));
	return true;
}

static bool read_entry(struct reader *r, json_t *entry, uint32_t line)
{
	struct words w = {0};
	struct command c = {.line = line};
	if (!json_is_object(entry))
		return fail(r, line, "an entry is not an object");
	if (!read_string(r, entry, "directory", line, &c.directory) ||
	    !read_string(r, entry, "file", line, &c.file))
		return false;
	if (!*c.file)
		return fail(r, line, "entry without 'file'");
	if (!read_words(r, &w, entry, line)) {
		words_free(&w);
		return false;
	}
	c.argument_count = w.list.n;
	vec_push(&w.list, NULL);
	c.arguments = arena_memdup(r->memory, w.list.at, w.list.n * sizeof(*w.list.at));
	words_free(&w);
	vec_push(&r->out->commands, c);
	return true;
}

static bool read_entries(struct reader *r, json_t *root)
{
	size_t i;
	json_t *entry;
	if (!json_is_array(root))
		return fail(r, 1, "not a compile database: a list [...] is expected");
	if (json_array_size(root) == 0)
		return fail(r, 1, "the compile database is empty: nothing to analyse");
	json_array_foreach(root, i, entry) {
		if (!read_entry(r, entry, next_entry_line(r)))
			return false;
		skip_entry(r);
	}
	return true;
}

bool database_parse(struct database *d, struct arena *a, const char *name,
		    const char *text, size_t size, char *message, size_t message_size)
{
	struct reader r = {d, a, name, text, text + size, text, 1, message, message_size};
	json_error_t error;
	char what[JSON_ERROR_TEXT_LENGTH + 64];
	json_t *root = json_loadb(text, size, 0, &error);
	if (!root) {
		snprintf(what, sizeof(what), "malformed JSON: %s (column %d)", error.text,
			 error.column);
		return fail(&r, error.line > 0 ? (uint32_t)error.line : 1, what);
	}
	bool ok = read_entries(&r, root);
	json_decref(root);
	return ok;
}

void database_free(struct database *d)
{
	vec_free(&d->commands);
}
