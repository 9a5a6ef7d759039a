// SPDX-License-Identifier: MIT
// SOURCES: src/model/parse.c src/model/lex.c src/model/effect.c src/base/arena.c src/base/diag.c src/base/progress.c src/base/map.c src/base/str.c
// SEEDS: tests/fuzz/seeds/models
/*
 * The reader of model files on any bytes: it reads them or says why not, in a
 * message that names the file and a line of it; every row it made is sound.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int condition)
{
	if (!condition)
		abort();
}

static void check_argument(const struct model *m, int arg)
{
	int limit = m->param_count < 0 ? 0 : m->param_count;
	check(arg >= ARG_NONE && arg <= limit); /* limit: where '...' begins */
}

static void check_effect(const struct model *m, const struct effect *e)
{
	check(e->kind < EFFECT_COUNT && effect_kind_name(e->kind));
	check(e->pass_count <= MAX_PASSES && e->size_kind <= SIZE_UNKNOWN);
	check_argument(m, e->arg);
	check_argument(m, e->other);
	check_argument(m, e->third);
	check_argument(m, e->size_arg);
	check_argument(m, e->size_arg2);
	for (int i = 0; i < MAX_PASSES; i++)
		check_argument(m, e->passes[i]);
	check(e->kind != EFFECT_ACQUIRE || e->arg != ARG_NONE || e->name);
	check(e->value >= -1);
}

static void check_models(const struct models *m)
{
	for (uint32_t i = 0; i < m->list.n; i++) {
		const struct model *row = &m->list.at[i];
		check(row->line > 0 && row->param_count >= -1 && row->name[0]);
		for (uint32_t k = 0; k < row->effect_count; k++)
			check_effect(row, &row->effects[k]);
		if (!(row->flags & MODELF_PREFIX))
			check(intern_find(&m->names, row->name, strlen(row->name)) != 0);
	}
}

static void check_message(const char *message, const uint8_t *data, size_t size)
{
	unsigned line = 0, lines = 1;
	for (size_t i = 0; i < size; i++)
		lines += data[i] == '\n';
	check(sscanf(message, "fuzz:%u: ", &line) == 1);
	check(line >= 1 && line <= lines);
	check(strlen(message) > strlen("fuzz:1: "));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char message[1024];
	struct models m = {0};
	/* no NUL after the text: the reader must stop by itself */
	char *text = malloc(size ? size : 1);
	check(text != NULL);
	if (size)
		memcpy(text, data, size);
	bool good = models_add_text(&m, "fuzz", text, size, message, sizeof(message));
	if (good && m.list.n) /* the same rows again, from another file: all replaced */
		check(models_add_text(&m, "again", text, size, message, sizeof(message)));
	else if (!good)
		check_message(message, data, size);
	check_models(&m);
	arena_release(&m.memory);
	vec_free(&m.list);
	vec_free(&m.prefixes);
	map_free(&m.by_name);
	intern_free(&m.names);
	free(text);
	return 0;
}
