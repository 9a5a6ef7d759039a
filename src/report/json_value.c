/* SPDX-License-Identifier: MIT */
/* JSON values and lines of them, for json.c and sarif.c. */
#include <errno.h>
#include <string.h>

#include "base/diag.h"
#include "base/str.h"
#include "base/utf8.h"
#include "report/json.h"

static json_t *checked(json_t *j)
{
	if (!j)
		die("out of memory while writing the report");
	return j;
}

json_t *json_new_object(void)
{
	return checked(json_object());
}

json_t *json_new_list(void)
{
	return checked(json_array());
}

json_t *json_new_text(const char *text)
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

void json_put(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, checked(value)))
		die("out of memory while writing the report");
}

void json_add(json_t *list, json_t *value)
{
	if (json_array_append_new(list, checked(value)))
		die("out of memory while writing the report");
}

void json_put_text(json_t *object, const char *key, const char *text)
{
	json_put(object, key, json_new_text(text));
}

void json_put_number(json_t *object, const char *key, uint64_t n)
{
	json_put(object, key, json_integer((json_int_t)n));
}

static int add_bytes(const char *bytes, size_t size, void *line)
{
	str_addn(line, bytes, size);
	return 0;
}

void json_write_text(FILE *out, const char *text)
{
	if (fputs(text, out) == EOF)
		die("cannot write the report: %s", strerror(errno));
}

size_t json_write_value(FILE *out, json_t *value)
{
	struct str line = {0};
	if (json_dump_callback(checked(value), add_bytes, &line,
			       JSON_ENCODE_ANY | JSON_ENSURE_ASCII))
		die("out of memory while writing the report");
	json_write_text(out, str_cstr(&line));
	size_t n = line.n;
	str_free(&line);
	json_decref(value);
	return n;
}

void json_begin_line(FILE *out, bool *first, const char *indent)
{
	json_write_text(out, *first ? "\n" : ",\n");
	json_write_text(out, indent);
	*first = false;
}

void json_write_member(FILE *out, bool *first, const char *indent, const char *key,
		       json_t *value)
{
	json_begin_line(out, first, indent);
	fprintf(out, "\"%s\": ", key);
	if (value)
		json_write_value(out, value);
}
