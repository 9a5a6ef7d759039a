/* SPDX-License-Identifier: MIT */
/*
 * Writing JSON, for the writers that do: values are jansson's, made without a thought for
 * lack of memory (that ends the program). Large lists are written a line at a time, so there
 * is never a tree of the whole. Output is ASCII: what is not becomes an escape, and what is
 * not UTF-8 is replaced.
 */
#ifndef CHEQUER_REPORT_JSON_H
#define CHEQUER_REPORT_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

json_t *json_new_object(void);
json_t *json_new_list(void);
/* null when there is no text */
json_t *json_new_text(const char *text);

/* These take the value over. */
void json_put(json_t *object, const char *key, json_t *value);
void json_put_text(json_t *object, const char *key, const char *text);
void json_put_number(json_t *object, const char *key, uint64_t n);
void json_add(json_t *list, json_t *value);

/* All of these end the program when the file cannot be written. */
void json_write_text(FILE *out, const char *text);
/* On one line; the value is released. Gives the number of bytes. */
size_t json_write_value(FILE *out, json_t *value);
/* The next element of a list of lines, or member of an object that is one. */
void json_begin_line(FILE *out, bool *first, const char *indent);
/* Without a value: the caller writes it. */
void json_write_member(FILE *out, bool *first, const char *indent, const char *key,
		       json_t *value);

struct report_discipline;
struct report_options;
/* locks_json.c: circles in the order of locks that are shown */
json_t *cycles_json(const struct report_discipline *d, const struct report_options *o);

#endif
