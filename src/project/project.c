/* SPDX-License-Identifier: MIT */
/*
 * From the command line to the list of units: files as they are given, or the
 * entries of a compile database, each file once, or once for each set of macros. With
 * both, the files choose among the entries.
 */
#include "project/project.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/map.h"
#include "base/process.h"
#include "base/str.h"
#include "project/database.h"
#include "project/flags.h"
#include "project/paths.h"
#include "project/unit_cache.h"
#include "project/words.h"

enum { RESPONSE_DEPTH = 16 };

struct loader {
	struct project *project;
	const struct project_options *options;
	const char *here;
	struct arena *memory;
	struct intern paths; /* absolute */
	struct map unit_of;  /* path id -> index in project->units */
	struct kept_flags extra; /* what the user wrote after -- */
};

/* ---- adding units ---- */

static const char *const *flag_list(struct loader *l, const struct words *kept)
{
	const struct words *extra = &l->extra.kept;
	const char **list = ARENA_ARRAY(l->memory, const char *,
					kept->list.n + extra->list.n + 1);
	for (uint32_t i = 0; i < kept->list.n; i++)
		list[i] = kept->list.at[i];
	for (uint32_t i = 0; i < extra->list.n; i++)
		list[kept->list.n + i] = extra->list.at[i];
	return list;
}

static bool same_flags(const char *const *a, const char *const *b)
{
	for (; *a && *b; a++, b++) {
		if (strcmp(*a, *b) != 0)
			return false;
	}
	return *a == *b;
}

static bool is_wanted(const struct loader *l, const char *absolute)
{
	const struct project_options *o = l->options;
	if (path_matches(absolute, o->exclude))
		return false;
	return !o->include || !*o->include || path_matches(absolute, o->include);
}

/* -DX; those that say for what kind of library it is compiled do not count. */
static bool is_macro(const char *flag)
{
	size_t n = strlen(flag), tail = strlen("_EXPORTS");
	return (strncmp(flag, "-D", 2) == 0 || strncmp(flag, "-U", 2) == 0) &&
	       strcmp(flag, "-DPIC") != 0 && !(n > tail && !strcmp(flag + n - tail, "_EXPORTS"));
}

static bool has_other_macro(const char *const *a, const char *const *b)
{
	for (; *a; a++) {
		const char *const *x = b;
		while (is_macro(*a) && *x && strcmp(*a, *x) != 0)
			x++;
		if (is_macro(*a) && !*x)
			return true;
	}
	return false;
}

/* Is the file compiled for two programs, with other macros defined? Which one belongs to the
 * program that is analysed is seen later, by what it defines (ir/choose.h). */
static bool is_other_variant(const struct loader *l, const char *file, const struct unit *u)
{
	const struct project *p = l->project;
	if (!l->options->database || l->options->file_count)
		return false;
	for (uint32_t i = 0; i < p->units.n; i++) {
		const struct unit *x = &p->units.at[i];
		if (strcmp(x->file, file) == 0 && !has_other_macro(x->flags, u->flags) &&
		    !has_other_macro(u->flags, x->flags))
			return false;
	}
	return true;
}

/* True when a unit of this file is there already. */
static bool is_known(struct loader *l, const char *absolute, const struct unit *u)
{
	struct project *p = l->project;
	uint32_t id = intern_str(&l->paths, absolute);
	uint32_t index = map_get(&l->unit_of, id, UINT32_MAX);
	if (index == UINT32_MAX) {
		map_put(&l->unit_of, id, p->units.n);
		return false;
	}
	if (same_flags(p->units.at[index].flags, u->flags))
		return true;
	if (is_other_variant(l, p->units.at[index].file, u))
		return false;
	p->variants++;
	note("%s is compiled again with other flags; the first are used", u->file);
	return true;
}

static bool add_unit(struct loader *l, const char *absolute, struct unit u)
{
	if (!is_wanted(l, absolute) || is_known(l, absolute, &u))
		return false;
	vec_push(&l->project->units, u);
	return true;
}

static void add_gap(struct loader *l, const char *what, const char *why)
{
	struct project_gap gap = {what, why};
	vec_push(&l->project->gaps, gap);
}

static void note_dropped(struct loader *l, const char *file, const struct words *dropped)
{
	for (uint32_t i = 0; i < dropped->list.n; i++)
		note("%s: clang does not know %s: dropped", file, dropped->list.at[i]);
	l->project->dropped_flags += dropped->list.n;
}

/* ---- files on the command line ---- */

static bool unit_kind_of(const char *file, enum unit_kind *kind)
{
	static const struct {
		const char *extension;
		enum unit_kind kind;
	} known[] = {{"c", UNIT_SOURCE},
		     {"i", UNIT_SOURCE},
		     {"bc", UNIT_BITCODE},
		     {"ll", UNIT_ASSEMBLY},
		     {"ir", UNIT_IR}};
	const char *extension = path_extension(file);
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if (strcmp(extension, known[i].extension) == 0) {
			*kind = known[i].kind;
			return true;
		}
	}
	return false;
}

static void check_readable(const char *file)
{
	struct stat s;
	if (stat(file, &s) != 0 || access(file, R_OK) != 0)
		die("%s: %s", file, strerror(errno));
	if (s.st_size == 0 && strcmp(path_extension(file), "bc") == 0)
		die("%s is empty: not bitcode", file);
	if (S_ISDIR(s.st_mode))
		die("%s is a directory: name the C files in it, or give the directory of "
		    "a compile_commands.json with -p %s",
		    file, file);
}

static enum unit_kind check_kind(const char *file)
{
	enum unit_kind kind;
	if (!unit_kind_of(file, &kind))
		die("%s: not a kind of file that chequer reads (.c, .i, .bc, .ll or .ir); "
		    "other languages can be compiled to bitcode with -g -O0 -emit-llvm -c",
		    file);
	return kind;
}

static void load_file(struct loader *l, const char *file)
{
	static const struct words none;
	check_readable(file);
	struct unit u = {.kind = check_kind(file), .file = arena_strdup(l->memory, file)};
	u.flags = flag_list(l, &none);
	u.source = u.file;
	u.bitcode = u.kind == UNIT_SOURCE ? NULL : u.file;
	add_unit(l, path_absolute(l->memory, l->here, file), u);
}

/* ---- the compile database ---- */

static void read_response(struct loader *l, struct words *out, const char *file,
			  const char *directory, int depth);

/* Words with the contents of every @file in their places. */
static void expand(struct loader *l, struct words *out, const char *const *words,
		   uint32_t n, const char *directory, int depth)
{
	for (uint32_t i = 0; i < n; i++) {
		if (words[i][0] == '@' && words[i][1])
			read_response(l, out, words[i] + 1, directory, depth);
		else
			vec_push(&out->list, words[i]);
	}
}

static void read_response(struct loader *l, struct words *out, const char *name,
			  const char *directory, int depth)
{
	struct str text = {0};
	struct words words = {0};
	const char *file = path_absolute(l->memory, directory, name);
	if (depth > RESPONSE_DEPTH)
		die("%s: response files are nested more than %d deep", file, RESPONSE_DEPTH);
	if (!str_read_file(&text, file))
		die("%s: cannot read this response file: %s; build the project first", file,
		    strerror(errno));
	if (!words_split(&words, l->memory, WORDS_RESPONSE, str_cstr(&text), text.n))
		die("%s: a quote in this response file is not closed", file);
	expand(l, out, words.list.at, words.list.n, directory, depth + 1);
	words_free(&words);
	str_free(&text);
}

/* NULL when the file is C, else why it is not. */
static const char *not_c(const char *file, const char *language)
{
	enum unit_kind kind;
	if (language && strcmp(language, "none") != 0) {
		bool c = strcmp(language, "c") == 0 || strcmp(language, "cpp-output") == 0;
		return c ? NULL : "compiled as another language than C";
	}
	if (unit_kind_of(file, &kind) && kind == UNIT_SOURCE)
		return NULL;
	return "not a C file";
}

static void add_target(struct loader *l, struct words *words, const char *compiler)
{
	const char *target = flags_target_of_compiler(l->memory, compiler);
	if (target)
		vec_push(&words->list, arena_printf(l->memory, "--target=%s", target));
}

static void load_command(struct loader *l, const struct command *c, const char *base)
{
	struct words words = {0};
	struct kept_flags k = {0};
	const char *directory = path_absolute(l->memory, base, c->directory);
	const char *absolute = path_absolute(l->memory, directory, c->file);
	const char *shown = path_shown(l->here, absolute);
	if (!is_wanted(l, absolute))
		return;
	if (c->argument_count > 0)
		add_target(l, &words, c->arguments[0]);
	expand(l, &words, c->arguments, c->argument_count, directory, 0);
	flags_choose(&k, l->memory, words.list.at, words.list.n);
	const char *why = not_c(absolute, k.language);
	if (why) {
		add_gap(l, shown, why);
	} else {
		struct unit u = {.kind = UNIT_SOURCE, .file = shown, .source = absolute};
		u.directory = directory;
		u.flags = flag_list(l, &k.kept);
		if (add_unit(l, absolute, u))
			note_dropped(l, shown, &k.dropped);
	}
	flags_free(&k);
	words_free(&words);
}

static const char *database_file(struct loader *l, const char *path)
{
	struct stat s;
	if (stat(path, &s) != 0)
		die("-p %s: %s", path, strerror(errno));
	if (!S_ISDIR(s.st_mode))
		return path;
	const char *file = arena_printf(l->memory, "%s/compile_commands.json", path);
	if (stat(file, &s) != 0)
		die("%s: %s; make one with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, with "
		    "meson, or with 'chequer build -- make'",
		    file, strerror(errno));
	return file;
}

static void load_database(struct loader *l, const char *path)
{
	struct database d = {0};
	struct str text = {0};
	char message[512];
	const char *file = database_file(l, path);
	const char *base = path_directory(l->memory, path_absolute(l->memory, l->here, file));
	if (!str_read_file(&text, file))
		die("%s: %s", file, strerror(errno));
	if (!database_parse(&d, l->memory, file, str_cstr(&text), text.n, message,
			    sizeof(message)))
		die("%s", message);
	str_free(&text);
	for (uint32_t i = 0; i < d.commands.n; i++)
		load_command(l, &d.commands.at[i], base);
	database_free(&d);
}

/* With both -p and files: keep the units of the files, in their order. */
static void choose_files(struct loader *l)
{
	const struct project_options *o = l->options;
	struct project chosen = {0};
	for (uint32_t i = 0; i < o->file_count; i++) {
		const char *absolute = path_absolute(l->memory, l->here, o->files[i]);
		uint32_t id = intern_find(&l->paths, absolute, strlen(absolute));
		uint32_t index = id ? map_get(&l->unit_of, id, UINT32_MAX) : UINT32_MAX;
		check_readable(o->files[i]);
		if (index != UINT32_MAX)
			vec_push(&chosen.units, l->project->units.at[index]);
		else if (check_kind(o->files[i]) == UNIT_SOURCE)
			die("%s is not in the compile database %s", o->files[i], o->database);
		else
			die("%s: bitcode and -p cannot be mixed", o->files[i]);
	}
	vec_free(&l->project->units);
	vec_clear(&l->project->gaps);
	l->project->units.at = chosen.units.at;
	l->project->units.n = chosen.units.n;
	l->project->units.cap = chosen.units.cap;
}

/* ---- the whole ---- */

static void check_some(const struct loader *l)
{
	const struct project *p = l->project;
	const struct project_options *o = l->options;
	bool globs = (o->include && *o->include) || (o->exclude && *o->exclude);
	if (p->units.n > 0)
		return;
	if (p->gaps.n > 0)
		die("%s: none of its %u files is C", o->database, p->gaps.n);
	if (globs)
		die("no file is left by the include and exclude globs");
	die("nothing to analyse: name C files, or a project with -p DIR (chequer --help)");
}

static void add_variants_gap(struct loader *l)
{
	uint32_t n = l->project->variants;
	if (n > 0)
		add_gap(l, arena_printf(l->memory, "%u compile command%s", n, n > 1 ? "s" : ""),
			"same file as an earlier entry with other flags; the first was analysed");
}

void project_load(struct project *p, const struct project_options *o)
{
	uint32_t extra = 0;
	*p = (struct project){0};
	struct loader l = {.project = p, .options = o, .memory = &p->memory};
	l.here = path_here(&p->memory);
	while (o->clang_flags && o->clang_flags[extra])
		extra++;
	flags_choose(&l.extra, &p->memory, o->clang_flags, extra);
	note_dropped(&l, "command line", &l.extra.dropped);
	if (o->database)
		load_database(&l, o->database);
	for (uint32_t i = 0; !o->database && i < o->file_count; i++)
		load_file(&l, o->files[i]);
	if (o->database && o->file_count > 0)
		choose_files(&l);
	check_some(&l);
	add_variants_gap(&l);
	flags_free(&l.extra);
	intern_free(&l.paths);
	map_free(&l.unit_of);
}

void project_cleanup(struct project *p)
{
	process_cleanup();
	p->temporary = NULL;
}

void project_free(struct project *p)
{
	vec_free(&p->units);
	vec_free(&p->gaps);
	unit_cache_free(p->cache);
	arena_release(&p->memory);
}
