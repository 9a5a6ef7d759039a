/* SPDX-License-Identifier: MIT */
#include "project/api.h"

#include <ctype.h>
#include <glob.h>
#include <string.h>

#include "base/diag.h"
#include "base/process.h"
#include "project/clang.h"
#include "project/flags.h"
#include "project/paths.h"

enum { MAX_TRIES = 8 };

/* ---- the words of a preprocessed header ---- */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Past a string or character literal. */
static const char *skip_literal(const char *at)
{
	char quote = *at++;
	while (*at && *at != quote)
		at += at[0] == '\\' && at[1] ? 2 : 1;
	return *at ? at + 1 : at;
}

static void take_line(struct api *a, const char *at, const char *end)
{
	while (at < end) {
		const char *begin = at;
		if (*at == '"' || *at == '\'') {
			at = skip_literal(at);
			continue;
		}
		while (at < end && is_word(*at))
			at++;
		if (at == begin)
			at++;
		else if (!isdigit((unsigned char)*begin))
			intern_bytes(&a->names, begin, (size_t)(at - begin));
	}
}

/* '# 12 "file" 1 3': are the lines after it of that file? */
static bool is_marker_of(const char *line, const char *end, const char *header)
{
	const char *name = memchr(line, '"', (size_t)(end - line));
	size_t n = strlen(header);
	return name && (size_t)(end - name) > n + 1 && strncmp(name + 1, header, n) == 0 &&
	       name[n + 1] == '"';
}

static void take_words(struct api *a, const char *text, const char *header)
{
	bool own = false;
	while (*text) {
		const char *end = text + strcspn(text, "\n");
		if (text[0] == '#' && text[1] == ' ')
			own = is_marker_of(text, end, header);
		else if (own)
			take_line(a, text, end);
		text = *end ? end + 1 : end;
	}
}

/* ---- one header ---- */

static const struct unit *first_source(const struct project *p)
{
	for (uint32_t i = 0; i < p->units.n; i++)
		if (p->units.at[i].kind == UNIT_SOURCE)
			return &p->units.at[i];
	return NULL;
}

static void fill_arguments(struct words *argv, const struct words *flags, const char *output,
			   const char *header)
{
	const char *const front[] = {CLANG, "-E", "-x", "c", "-w"};
	const char *const back[] = {"-o", output, "--", header, NULL};
	vec_clear(&argv->list);
	for (size_t i = 0; i < sizeof(front) / sizeof(*front); i++)
		vec_push(&argv->list, front[i]);
	for (uint32_t i = 0; i < flags->list.n; i++)
		vec_push(&argv->list, flags->list.at[i]);
	for (size_t i = 0; i < sizeof(back) / sizeof(*back); i++)
		vec_push(&argv->list, back[i]);
}

/* False: some flags were refused, and are left out now. */
static bool preprocess(const struct unit *u, struct words *flags, const char *output,
		       const char *header)
{
	struct words argv = {0}, dropped = {0};
	struct str errors = {0};
	int status = 0;
	fill_arguments(&argv, flags, output, header);
	struct process run = {argv.list.at, u ? u->directory : NULL, &errors};
	enum process_result r = process_run(&run, &status);
	bool done = true;
	if (r == PROCESS_NOT_FOUND)
		die("--api %s: cannot run " CLANG, header);
	if (r != PROCESS_STOPPED && status != 0) {
		done = !flags_drop_rejected(flags, &dropped, str_cstr(&errors));
		if (done)
			die("--api %s: it cannot be preprocessed%s%s: %s", header,
			    u ? " with the flags of " : "", u ? u->file : "",
			    str_cstr(&errors));
	}
	words_free(&argv);
	words_free(&dropped);
	str_free(&errors);
	return done;
}

static void read_header(struct api *a, const struct unit *u, const char *path)
{
	struct arena memory = {0};
	const char *header = path_absolute(&memory, path_here(&memory), path);
	struct words flags = {0};
	struct str output = {0}, text = {0};
	str_addf(&output, "%s/api.i", process_temporary_directory());
	for (const char *const *f = u ? u->flags : NULL; f && *f; f++)
		vec_push(&flags.list, *f);
	for (int i = 0; i < MAX_TRIES && !preprocess(u, &flags, str_cstr(&output), header); i++)
		;
	if (!str_read_file(&text, str_cstr(&output)))
		die("--api %s: " CLANG " has written nothing", path);
	take_words(a, str_cstr(&text), header);
	a->headers++;
	words_free(&flags);
	str_free(&output);
	str_free(&text);
	arena_release(&memory);
}

/* ---- all ---- */

void api_read(struct api *a, const struct project *p, const char *const *patterns)
{
	const struct unit *u = first_source(p);
	for (; patterns && *patterns; patterns++) {
		glob_t found = {0};
		if (glob(*patterns, 0, NULL, &found) != 0)
			die("--api %s: no such file", *patterns);
		for (size_t i = 0; i < found.gl_pathc; i++)
			read_header(a, u, found.gl_pathv[i]);
		globfree(&found);
	}
}

bool api_has(const struct api *a, const char *name)
{
	return intern_find(&a->names, name, strlen(name)) != 0;
}

void api_free(struct api *a)
{
	intern_free(&a->names);
}
