/* SPDX-License-Identifier: MIT */
/*
 * The .chequer file: what a project always wants, one directive a line.
 *
 *	# comment
 *	database build            used when the command line names no input
 *	models FILE ...           relative to the .chequer file, as database
 *	entry f g
 *	include GLOB ...
 *	exclude GLOB ...
 *	aside GLOB ...            races in these files come last
 *	guard struct box.count by struct box.lock
 *	option --all              any option of check
 *
 * Words are split as by the shell, so a name with spaces can be quoted.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "cli/options.h"
#include "project/paths.h"
#include "project/words.h"

#define CONFIG_NAME ".chequer"

struct config {
	struct options *options;
	const char *directory, *file;
	uint32_t line;
};

static void need(const struct config *c, const struct words *w, bool exactly_one)
{
	if (w->list.n < 2)
		die("%s:%u: '%s' needs an argument", c->file, c->line, w->list.at[0]);
	if (exactly_one && w->list.n > 2)
		die("%s:%u: '%s' takes one argument", c->file, c->line, w->list.at[0]);
}

static const char *beside(const struct config *c, const char *path)
{
	struct arena *a = &c->options->memory;
	const char *absolute = path_absolute(a, c->directory, path);
	return path_shown(path_here(a), absolute);
}

static void take_database(struct config *c, const struct words *w)
{
	need(c, w, true);
	if (!c->options->explicit_input)
		c->options->database = beside(c, w->list.at[1]);
}

static void take_models(struct config *c, const struct words *w)
{
	need(c, w, false);
	for (uint32_t i = 1; i < w->list.n; i++) {
		const char *file = beside(c, w->list.at[i]);
		if (access(file, R_OK) != 0)
			die("%s:%u: models %s: %s", c->file, c->line, w->list.at[i],
			    strerror(errno));
		options_add(&c->options->models, file);
	}
}

static void take_words(struct config *c, const struct words *w, struct option_list *list)
{
	need(c, w, false);
	for (uint32_t i = 1; i < w->list.n; i++)
		options_add(list, w->list.at[i]);
}

static const char *join_words(struct config *c, const struct words *w, uint32_t first,
			      uint32_t end)
{
	struct str s = {0};
	for (uint32_t i = first; i < end; i++)
		str_addf(&s, "%s%s", i > first ? " " : "", w->list.at[i]);
	const char *text = arena_strdup(&c->options->memory, str_cstr(&s));
	str_free(&s);
	return text;
}

/* 'guard MEMORY by LOCK': each may have 'struct' in front. */
static void take_guard(struct config *c, const struct words *w)
{
	uint32_t by = 1, n = w->list.n;
	while (by < n && strcmp(w->list.at[by], "by") != 0)
		by++;
	if (by < 2 || by + 1 >= n)
		die("%s:%u: expected 'guard MEMORY by LOCK', as in: guard struct box.count by "
		    "struct box.lock",
		    c->file, c->line);
	struct option_list *list = &c->options->contracts;
	options_add(list, join_words(c, w, 1, by));
	options_add(list, join_words(c, w, by + 1, n));
	options_add(list, arena_printf(&c->options->memory, "%s:%u", c->file, c->line));
}

static void take_option(struct config *c, const struct words *w)
{
	char **copy = ARENA_ARRAY(&c->options->memory, char *, w->list.n);
	const char *where = arena_printf(&c->options->memory, "%s:%u: ", c->file, c->line);
	need(c, w, false);
	for (uint32_t i = 1; i < w->list.n; i++)
		copy[i - 1] = arena_strdup(&c->options->memory, w->list.at[i]);
	options_parse_words(c->options, where, copy, (int)w->list.n - 1);
}

/* A word that starts with # begins a comment. */
static void cut_comment(struct words *w)
{
	for (uint32_t i = 0; i < w->list.n; i++) {
		if (w->list.at[i][0] == '#')
			w->list.n = i;
	}
}

static void take_line(struct config *c, const struct words *w)
{
	const char *directive = w->list.at[0];
	if (strcmp(directive, "database") == 0)
		take_database(c, w);
	else if (strcmp(directive, "models") == 0)
		take_models(c, w);
	else if (strcmp(directive, "entry") == 0)
		take_words(c, w, &c->options->entries);
	else if (strcmp(directive, "include") == 0)
		take_words(c, w, &c->options->include);
	else if (strcmp(directive, "exclude") == 0)
		take_words(c, w, &c->options->exclude);
	else if (strcmp(directive, "aside") == 0)
		take_words(c, w, &c->options->aside);
	else if (strcmp(directive, "guard") == 0)
		take_guard(c, w);
	else if (strcmp(directive, "option") == 0)
		take_option(c, w);
	else
		die("%s:%u: '%s' is not known here: database, models, entry, include, exclude, "
		    "aside, guard or option is expected",
		    c->file, c->line, directive);
}

static void parse_config(struct config *c, const char *text)
{
	while (*text) {
		struct words w = {0};
		size_t n = strcspn(text, "\n");
		bool closed = words_split(&w, &c->options->memory, WORDS_SHELL, text, n);
		c->line++;
		cut_comment(&w);
		if (w.list.n > 0 && !closed)
			die("%s:%u: a quote is not closed", c->file, c->line);
		if (w.list.n > 0)
			take_line(c, &w);
		words_free(&w);
		text += n + (text[n] == '\n');
	}
}

void config_load(struct options *o)
{
	struct arena *a = &o->memory;
	const char *here = path_here(a);
	const char *directory = here;
	struct config c = {.options = o};
	for (;;) {
		const char *file = path_absolute(a, directory, CONFIG_NAME);
		if (access(file, F_OK) == 0) {
			c.directory = directory;
			c.file = path_shown(here, file);
			o->config = file;
			break;
		}
		if (strcmp(directory, "/") == 0)
			return;
		directory = path_directory(a, directory);
	}
	struct str text = {0};
	if (!str_read_file(&text, c.file))
		die("%s: %s", c.file, strerror(errno));
	parse_config(&c, str_cstr(&text));
	str_free(&text);
}
