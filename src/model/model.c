/* SPDX-License-Identifier: MIT */
/*
 * The set of models: the built-in files, then the user's, a later row in the
 * place of an earlier one. Lookup by name is one hash probe; only a name that
 * has no row of its own is tried against the few prefix rows.
 */
#include "model/model.h"

#include <errno.h>
#include <string.h>

#include "base/diag.h"
#include "base/str.h"
#include "model/builtin.h"

enum { MESSAGE_SIZE = 2048 };

static void add_or_die(struct models *m, const char *file, const char *text, size_t size)
{
	char message[MESSAGE_SIZE];
	if (!models_add_text(m, file, text, size, message, sizeof(message)))
		die("%s", message);
}

void models_init(struct models *m)
{
	*m = (struct models){0};
	for (uint32_t i = 0; i < builtin_model_count; i++)
		add_or_die(m, builtin_models[i].file, builtin_models[i].text,
			   builtin_models[i].size);
}

void models_free(struct models *m)
{
	arena_release(&m->memory);
	vec_free(&m->list);
	vec_free(&m->prefixes);
	map_free(&m->by_name);
	intern_free(&m->names);
	*m = (struct models){0};
}

void models_add_file(struct models *m, const char *path)
{
	struct str text = {0};
	if (!str_read_file(&text, path))
		die("%s: cannot read the model file: %s", path, strerror(errno));
	add_or_die(m, path, str_cstr(&text), text.n);
	str_free(&text);
}

static const struct model *find_prefix(const struct models *m, const char *function)
{
	const struct model *best = NULL;
	size_t best_size = 0;
	for (uint32_t i = 0; i < m->prefixes.n; i++) {
		const struct model *row = &m->list.at[m->prefixes.at[i]];
		size_t size = strlen(row->name);
		if (size > best_size && strncmp(function, row->name, size) == 0) {
			best = row;
			best_size = size;
		}
	}
	return best;
}

const struct model *models_find(const struct models *m, const char *function)
{
	if (function[0] == 1) /* an assembler name, taken as it is */
		function++;
	uint32_t key = intern_find(&m->names, function, strlen(function));
	uint32_t place = key ? map_get(&m->by_name, key, 0) : 0;
	return place ? &m->list.at[place - 1] : find_prefix(m, function);
}

const struct effect *model_effect(const struct model *m, enum effect_kind kind)
{
	for (uint32_t i = 0; i < m->effect_count; i++)
		if (m->effects[i].kind == kind)
			return &m->effects[i];
	return NULL;
}
