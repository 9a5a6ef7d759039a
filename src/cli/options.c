/* SPDX-License-Identifier: MIT */
/*
 * The parser. One table row says what an option takes and where it goes; the
 * words that are not options are sorted by command: places for why, function
 * names for dump --summary, and files.
 */
#include "cli/options.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *const command_names[COMMAND_COUNT] = {"check", "dump",	"why",
						 "show",  "confirm", "replay", "locks",
						 "build", "watch", "annotate", "lsp"};

enum { C = 1 << COMMAND_CHECK, D = 1 << COMMAND_DUMP, W = 1 << COMMAND_WHY,
       S = 1 << COMMAND_SHOW, F = 1 << COMMAND_CONFIRM, R = 1 << COMMAND_REPLAY,
       L = 1 << COMMAND_LOCKS, B = 1 << COMMAND_BUILD, N = 1 << COMMAND_ANNOTATE,
       ALL = (1 << COMMAND_COUNT) - 1 };

const struct option option_table[] = {
#define GROUP(name) {OPTION_GROUP, 0, name, NULL, 0, ALL, ""},
#define OPTION(letter, name, argument, kind, field, commands, help) \
	{kind, letter, name, argument, offsetof(struct options, field), commands, help},
#include "cli/options.def"
#undef GROUP
#undef OPTION
};
const size_t option_count = sizeof(option_table) / sizeof(*option_table);

struct parser {
	struct options *options;
	const char *where; /* "" or ".chequer:3: " in front of messages */
	char *const *at, *const *end;
	bool command_seen;
	bool seen[sizeof(option_table) / sizeof(*option_table)];
};

void options_add(struct option_list *l, const char *word)
{
	vec_push(&l->words, word);
}

/* ---- finding options ---- */

static uint32_t distance(const char *a, const char *b)
{
	uint32_t row[64], n = (uint32_t)strlen(b);
	if (n >= 64)
		return 64;
	for (uint32_t j = 0; j <= n; j++)
		row[j] = j;
	for (uint32_t i = 1; *a; a++, i++) {
		uint32_t diagonal = row[0];
		row[0] = i;
		for (uint32_t j = 1; j <= n; j++) {
			uint32_t best = diagonal + (*a != b[j - 1]);
			best = best < row[j] + 1 ? best : row[j] + 1;
			best = best < row[j - 1] + 1 ? best : row[j - 1] + 1;
			diagonal = row[j];
			row[j] = best;
		}
	}
	return row[n];
}

static _Noreturn void unknown_option(const struct parser *p, const char *word)
{
	const char *near = NULL;
	uint32_t best = 4;
	for (size_t i = 0; i < option_count; i++) {
		const struct option *o = &option_table[i];
		if (o->kind == OPTION_GROUP || !o->help)
			continue;
		uint32_t d = distance(word + strspn(word, "-"), o->name);
		if (d < best) {
			best = d;
			near = o->name;
		}
	}
	if (near)
		die("%sunknown option %s: did you mean --%s? (clang's own flags go after --)",
		    p->where, word, near);
	die("%sunknown option %s: see chequer --help (clang's own flags go after --)", p->where,
	    word);
}

static const struct option *find_long(const char *name, size_t n)
{
	for (size_t i = 0; i < option_count; i++) {
		const struct option *o = &option_table[i];
		if (o->kind != OPTION_GROUP && strlen(o->name) == n &&
		    memcmp(o->name, name, n) == 0)
			return o;
	}
	return NULL;
}

static const struct option *find_letter(char letter)
{
	for (size_t i = 0; i < option_count; i++) {
		if (option_table[i].letter && option_table[i].letter == letter)
			return &option_table[i];
	}
	return NULL;
}

/* ---- storing values ---- */

static bool is_choice(const char *choices, const char *value)
{
	size_t n = strlen(value);
	for (const char *c = choices; *c;) {
		size_t m = strcspn(c, "|");
		if (m == n && memcmp(c, value, n) == 0)
			return true;
		c += m + (c[m] == '|');
	}
	return false;
}

static double parse_number(const struct parser *p, const struct option *o, const char *value)
{
	char *end;
	double number = strtod(value, &end);
	bool whole = o->kind == DECIMAL || number == (double)(uint32_t)number;
	if (end == value || *end || !isdigit((unsigned char)value[0]) || number > 1e9 || !whole ||
	    number <= 0)
		die("%s--%s %s: a positive %snumber is expected", p->where, o->name, value,
		    o->kind == COUNT ? "whole " : "");
	return number;
}

static void add_commas(struct options *o, struct option_list *list, const char *value)
{
	char *words = arena_strdup(&o->memory, value);
	for (char *save, *w = strtok_r(words, ", ", &save); w; w = strtok_r(NULL, ", ", &save))
		options_add(list, w);
}

static void store(struct parser *p, const struct option *o, const char *value)
{
	void *field = (char *)p->options + o->field;
	p->seen[o - option_table] = true;
	switch (o->kind) {
	case FLAG:
		*(bool *)field = true;
		break;
	case CHOICE:
		if (!is_choice(o->argument, value))
			die("%s--%s %s: one of %s is expected", p->where, o->name, value,
			    o->argument);
		*(const char **)field = value;
		break;
	case TEXT:
		*(const char **)field = value;
		break;
	case COUNT:
		*(uint32_t *)field = (uint32_t)parse_number(p, o, value);
		break;
	case DECIMAL:
		*(double *)field = parse_number(p, o, value);
		break;
	case LIST:
		options_add(field, value);
		break;
	case COMMAS:
		add_commas(p->options, field, value);
		break;
	case OPTION_GROUP:
		BUG("a group is not an option");
	}
}

/* ---- words ---- */

static const char *take_argument(struct parser *p, const struct option *o)
{
	if (p->at == p->end)
		die("%s--%s needs an argument (%s)", p->where, o->name, o->argument);
	return *p->at++;
}

static void parse_long(struct parser *p, const char *word)
{
	size_t n = strcspn(word + 2, "=");
	const struct option *o = find_long(word + 2, n);
	bool joined = word[2 + n] == '=';
	if (!o)
		unknown_option(p, word);
	if (!o->argument && joined)
		die("%s--%s takes no argument", p->where, o->name);
	store(p, o, joined ? word + 2 + n + 1 : o->argument ? take_argument(p, o) : NULL);
}

static void parse_letters(struct parser *p, const char *word)
{
	for (const char *c = word + 1; *c; c++) {
		const struct option *o = find_letter(*c);
		if (!o)
			unknown_option(p, word);
		if (o->argument) {
			store(p, o, c[1] ? c + 1 : take_argument(p, o));
			return;
		}
		store(p, o, NULL);
	}
}

static bool take_command(struct parser *p, const char *word)
{
	for (int i = 0; !p->command_seen && i < COMMAND_COUNT; i++) {
		if (strcmp(word, command_names[i]) == 0) {
			p->options->command = (enum command)i;
			p->options->command_at = (int)(p->at - 1 - p->options->argv);
			return true;
		}
	}
	return false;
}

static void parse_words(struct parser *p)
{
	while (p->at < p->end) {
		const char *word = *p->at++;
		if (strcmp(word, "--") == 0) {
			while (p->at < p->end)
				options_add(&p->options->clang_flags, *p->at++);
		} else if (strncmp(word, "--", 2) == 0) {
			parse_long(p, word);
		} else if (word[0] == '-' && word[1]) {
			parse_letters(p, word);
		} else {
			if (!take_command(p, word))
				options_add(&p->options->files, word);
			p->command_seen = true;
		}
	}
}

/* Each option must belong to the command. */
static void check_commands(const struct parser *p)
{
	enum command command = p->options->command;
	if (command == COMMAND_WATCH || command == COMMAND_LSP)
		command = COMMAND_CHECK; /* it is that, many times */
	for (size_t i = 0; i < option_count; i++) {
		const struct option *o = &option_table[i];
		enum command c = COMMAND_CHECK;
		if (!p->seen[i] || (o->commands & 1u << command))
			continue;
		while (!(o->commands & 1u << c))
			c++;
		die("--%s is an option of 'chequer %s'", o->name, command_names[c]);
	}
}

/* ---- words that are not options ---- */

static bool is_function_name(const char *word)
{
	static const char *const files[] = {".c", ".i", ".bc", ".ll", ".ir"};
	size_t n = strlen(word);
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		size_t m = strlen(files[i]);
		if (n > m && strcmp(word + n - m, files[i]) == 0)
			return false;
	}
	return !strchr(word, '/');
}

/* FILE:LINE */
static bool is_place(const char *word)
{
	const char *colon = strrchr(word, ':');
	return colon && colon > word && colon[1] && !colon[1 + strspn(colon + 1, "0123456789")];
}

/* An id, or enough of its beginning. */
static bool is_id(const char *word)
{
	size_t n = strspn(word, "0123456789abcdef");
	return n >= 4 && n <= 16 && !word[n];
}

static bool is_first_kind(const struct options *o, const char *word)
{
	if (o->command == COMMAND_WHY)
		return is_place(word);
	if (o->command == COMMAND_SHOW)
		return is_id(word);
	return o->command == COMMAND_DUMP && o->dump_summary && is_function_name(word);
}

static void sort_words(struct options *o)
{
	struct option_list *to = o->command == COMMAND_WHY    ? &o->places
				 : o->command == COMMAND_SHOW ? &o->ids
							      : &o->functions;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < o->files.words.n; i++) {
		const char *word = o->files.words.at[i];
		if (is_first_kind(o, word))
			options_add(to, word);
		else
			o->files.words.at[kept++] = word;
	}
	o->files.words.n = kept;
}

static void terminate(struct option_list *l)
{
	vec_push(&l->words, NULL);
	l->words.n--;
}

/* confirm and replay: after -- comes the command, unless they are to build the program. */
static void take_run(struct options *o)
{
	if (o->command == COMMAND_REPLAY) {
		if (o->files.words.n == 0)
			die("chequer replay needs a schedule, as in: chequer replay "
			    "races/ID.schedule -- ./program");
		o->schedule = o->files.words.at[0];
		o->files.words.n--;
		for (uint32_t i = 0; i < o->files.words.n; i++)
			o->files.words.at[i] = o->files.words.at[i + 1];
	}
	bool builds = o->files.words.n > 0 && !o->database;
	if ((o->command != COMMAND_CONFIRM && o->command != COMMAND_REPLAY &&
	     o->command != COMMAND_BUILD) ||
	    (builds && o->command != COMMAND_BUILD))
		return;
	if (o->command == COMMAND_BUILD && o->files.words.n)
		die("chequer build takes the build command after --, as in: chequer build -- make");
	struct option_list none = o->run;
	o->run = o->clang_flags;
	o->clang_flags = none;
	if (o->run.words.n == 0)
		die("chequer %s needs a program to run, as in: chequer %s ... -- ./program",
		    command_names[o->command], command_names[o->command]);
}

/* --api with a pattern: the shell has made several words of it. */
static void take_headers(struct options *o)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < o->files.words.n && o->api.words.n; i++) {
		const char *dot = strrchr(o->files.words.at[i], '.');
		if (dot && strcmp(dot, ".h") == 0)
			vec_push(&o->api.words, o->files.words.at[i]);
		else
			o->files.words.at[kept++] = o->files.words.at[i];
	}
	if (o->api.words.n)
		o->files.words.n = kept;
	o->library |= o->api.words.n > 0;
}

static void finish(struct options *o)
{
	take_run(o);
	take_headers(o);
	struct option_list *lists[] = {&o->files,   &o->clang_flags, &o->include, &o->exclude,
				       &o->models,  &o->entries,     &o->functions,
				       &o->places,  &o->aside,	     &o->ids,
				       &o->run,	    &o->arguments,   &o->suppressions,
				       &o->contracts, &o->api};
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		terminate(lists[i]);
	if (o->command == COMMAND_WHY && o->places.words.n != 2)
		die("chequer why needs two places, as in: chequer why a.c:12 b.c:34 -p build");
	if (o->command == COMMAND_LOCKS && strcmp(o->format, "text") != 0 &&
	    strcmp(o->format, "json") != 0)
		die("chequer locks writes text or json (--format html of 'chequer check' has a "
		    "page of the locks)");
	if (o->command == COMMAND_LSP && (strcmp(o->format, "text") != 0 || o->output))
		die("chequer lsp speaks with an editor: it has no --format and no -o");
	if (strcmp(o->format, "html") == 0 && !o->output)
		die("--format html makes a directory: name it with -o");
	if (o->command == COMMAND_SHOW && o->ids.words.n != 1)
		die("chequer show needs the id of one race, as in: chequer show 4359d51601f58c80 "
		    "-p build");
}

static bool is_info(const struct options *o)
{
	return o->help || o->version || o->man || o->completion;
}

void options_parse_words(struct options *o, const char *where, char *const *words, int n)
{
	struct parser p = {.options = o, .where = where, .at = words, .end = words + n};
	p.command_seen = true; /* a command does not belong in a file */
	uint32_t files = o->files.words.n;
	parse_words(&p);
	if (o->files.words.n > files)
		die("%s%s is not an option", where, o->files.words.at[files]);
}

void options_parse(struct options *o, int argc, char *const *argv)
{
	struct parser p = {.options = o, .where = "", .at = argv + 1, .end = argv + argc};
	*o = (struct options){.format = "text", .colour = "auto", .argv = argv};
	parse_words(&p);
	if (is_info(o))
		return;
	check_commands(&p);
	sort_words(o);
	if (!o->no_config) {
		/* the file first, then the command line again, which wins */
		struct options base = {.format = "text", .colour = "auto", .argv = argv};
		base.explicit_input = o->files.words.n > 0 || o->database;
		config_load(&base);
		options_free(o);
		*o = base;
		p.at = argv + 1;
		p.command_seen = false;
		parse_words(&p);
		sort_words(o);
	}
	finish(o);
}

void options_free(struct options *o)
{
	struct option_list *lists[] = {&o->files,   &o->clang_flags, &o->include, &o->exclude,
				       &o->models,  &o->entries,     &o->functions,
				       &o->places,  &o->aside,	     &o->ids,
				       &o->run,	    &o->arguments,   &o->suppressions,
				       &o->contracts, &o->api};
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		vec_free(&lists[i]->words);
	arena_release(&o->memory);
}
