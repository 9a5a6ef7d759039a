/* SPDX-License-Identifier: MIT */
/* Only for the plain case: one C file, optimised, to one object file. */
#include "confirm/inline.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "base/diag.h"
#include "base/process.h"
#include "base/str.h"
#include "confirm/cc.h"
#include "project/paths.h"

#define INLINED "chequer-inline.bc"

struct command {
	struct arena memory;
	char *const *words;
	int n;
	const char *input, *output, *bitcode, *hooks;
	bool compiles, optimises, unusual;
	bool makes_dependencies, names_file, names_target; /* -MD, -MF, -MT */
};

/* Flags whose value is the next word. */
static bool takes_value(const char *word)
{
	static const char *const list[] = {
		"-I", "-D", "-U", "-include", "-imacros", "-isystem", "-idirafter", "-iquote",
		"-iprefix", "-isysroot", "-Xclang", "-Xpreprocessor", "-Xassembler", "-Xlinker",
		"-mllvm", "-MF", "-MT", "-MQ", "-o", "-target", "--param", "-L", "-l", "-arch",
		NULL};
	return str_is_one_of(word, list);
}

/* It makes something else, or from something else. */
static bool is_unusual(const char *word)
{
	static const char *const list[] = {"-S", "-E", "-M", "-MM", "-x", "-fsyntax-only", "-",
					   "-emit-llvm", "-m32", "-mx32", NULL};
	return str_is_one_of(word, list) || str_starts(word, "-flto") ||
	       str_starts(word, "-save-temps") || str_starts(word, "-x") || str_starts(word, "@") ||
	       str_starts(word, "-Wp,");
}

static void look_at(struct command *c, const char *word, const char *value)
{
	c->unusual |= is_unusual(word);
	if (strcmp(word, "-c") == 0)
		c->compiles = true;
	else if (strcmp(word, "-o") == 0)
		c->output = value;
	else if (str_starts(word, "-O"))
		c->optimises = strcmp(word, "-O0") != 0;
	else if (strcmp(word, "-MD") == 0 || strcmp(word, "-MMD") == 0)
		c->makes_dependencies = true;
	else if (strcmp(word, "-MF") == 0)
		c->names_file = true;
	else if (strcmp(word, "-MT") == 0 || strcmp(word, "-MQ") == 0)
		c->names_target = true;
	else if (word[0] != '-') {
		c->unusual |= c->input || strcmp(path_extension(word), "c") != 0;
		c->input = word;
	}
}

static const char *with_extension(struct arena *a, const char *path, const char *extension)
{
	size_t n = strlen(path) - strlen(path_extension(path));
	bool has = n > 0 && path[n - 1] == '.';
	return arena_printf(a, "%.*s.%s", (int)(n - has), path, extension);
}

static bool is_plain(struct command *c)
{
	for (int i = 0; i < c->n; i++) {
		bool two = takes_value(c->words[i]) && i + 1 < c->n;
		look_at(c, c->words[i], two ? c->words[i + 1] : NULL);
		i += two;
	}
	if (!c->compiles || !c->optimises || c->unusual || !c->input)
		return false;
	c->hooks = cc_find_part(&c->memory, INLINED);
	if (!c->hooks)
		return false;
	if (!c->output) {
		const char *slash = strrchr(c->input, '/');
		c->output = with_extension(&c->memory, slash ? slash + 1 : c->input, "o");
	}
	return true;
}

/* ---- the two commands ---- */

/* What has been done when the bitcode is there. */
static bool is_for_source(const char *word)
{
	static const char *const list[] = {"-MD", "-MMD", "-MP", "-MG", "-MF", "-MT", "-MQ",
					   "-include", "-imacros", NULL};
	return str_is_one_of(word, list) || str_starts(word, "-std=") || str_starts(word, "-MF") ||
	       str_starts(word, "-MT") || str_starts(word, "-MQ");
}

/* All words but those for the output, and of the second step those for the source. */
static void add_words(struct words *to, const struct command *c, bool second)
{
	for (int i = 0; i < c->n; i++) {
		const char *word = c->words[i];
		bool two = takes_value(word) && i + 1 < c->n;
		bool left_out = strcmp(word, "-o") == 0 || word == c->input ||
				(second && is_for_source(word));
		for (int k = 0; k <= two && !left_out; k++)
			vec_push(&to->list, c->words[i + k]);
		i += two;
	}
}

static void push(struct words *to, const char *a, const char *b)
{
	vec_push(&to->list, a);
	vec_push(&to->list, b);
}

static int run(const struct words *argv)
{
	struct str errors = {0};
	struct process p = {argv->list.at, NULL, &errors};
	int status = 0;
	if (process_run(&p, &status) != PROCESS_ENDED)
		die("cannot run %s", argv->list.at[0]);
	fputs(str_cstr(&errors), stderr);
	str_free(&errors);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static int to_bitcode(const struct command *c)
{
	struct words plain = {0}, argv = {0};
	struct arena memory = {0};
	add_words(&plain, c, false);
	push(&plain, c->input, "-emit-llvm");
	push(&plain, "-o", c->bitcode);
	if (c->makes_dependencies && !c->names_target)
		push(&plain, "-MT", c->output);
	if (c->makes_dependencies && !c->names_file)
		push(&plain, "-MF", with_extension(&memory, c->output, "d"));
	char *const *words;
	memcpy(&words, &plain.list.at, sizeof(words)); /* cc_translate changes none of them */
	cc_translate(&argv, &memory, words, (int)plain.list.n);
	int status = run(&argv);
	words_free(&plain);
	words_free(&argv);
	arena_release(&memory);
	return status;
}

static int to_object(const struct command *c)
{
	struct words argv = {0};
	vec_push(&argv.list, "clang-19");
	push(&argv, "-Qunused-arguments", "-w");
	add_words(&argv, c, true);
	push(&argv, "-Xclang", "-mlink-builtin-bitcode");
	push(&argv, "-Xclang", c->hooks);
	push(&argv, c->bitcode, "-o");
	push(&argv, c->output, NULL);
	int status = run(&argv);
	words_free(&argv);
	return status;
}

int inline_compile(char *const *words, int n)
{
	struct command c = {.words = words, .n = n};
	int status = -1;
	if (is_plain(&c)) {
		c.bitcode = arena_printf(&c.memory, "%s/unit.bc", process_temporary_directory());
		status = to_bitcode(&c);
		if (status == 0)
			status = to_object(&c);
		process_cleanup();
	}
	arena_release(&c.memory);
	return status;
}
