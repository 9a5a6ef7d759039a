// SPDX-License-Identifier: MIT
// SOURCES: src/project/database.c src/project/words.c src/project/flags.c src/project/paths.c src/base/arena.c src/base/diag.c src/base/progress.c src/base/str.c
// SEEDS: tests/fuzz/seeds/compile_db
// LIBS: -ljansson
/*
 * The reader of compile_commands.json, and everything that is done with its words
 * before a file is touched: splitting, choosing flags, paths, clang's complaints.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "project/database.h"
#include "project/flags.h"
#include "project/paths.h"
#include "project/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void use_command(struct arena *a, const struct command *c, uint32_t lines)
{
	struct kept_flags k = {0};
	const char *globs[] = {"*.c", "src/*", NULL};
	const char *directory = path_absolute(a, "/build", c->directory);
	const char *file = path_absolute(a, directory, c->file);
	if (c->line < 1 || c->line > lines || file[0] != '/' || strstr(file, "//"))
		abort();
	path_matches(file, globs);
	path_shown(directory, file);
	path_extension(file);
	if (c->argument_count > 0)
		flags_target_of_compiler(a, c->arguments[0]);
	if (c->arguments[c->argument_count])
		abort();
	flags_choose(&k, a, c->arguments, c->argument_count);
	if (k.kept.list.n + k.dropped.list.n > c->argument_count)
		abort();
	flags_drop_rejected(&k.kept, &k.dropped, file);
	flags_free(&k);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = {0};
	struct database d = {0};
	struct words w = {0};
	char message[256] = "";
	char *text = malloc(size + 1);
	uint32_t lines = 1;
	memcpy(text, data, size);
	text[size] = 0;
	for (size_t i = 0; i < size; i++)
		lines += text[i] == '\n';
	bool ok = database_parse(&d, &a, "db", text, size, message, sizeof(message));
	if (ok == (message[0] != 0))
		abort(); /* an error has a message, success has none */
	for (uint32_t i = 0; i < d.commands.n; i++)
		use_command(&a, &d.commands.at[i], lines);
	words_split(&w, &a, size % 2 ? WORDS_SHELL : WORDS_RESPONSE, text, size);
	flags_drop_rejected(&w, &w, "");
	words_free(&w);
	database_free(&d);
	arena_release(&a);
	free(text);
	return 0;
}
