/* SPDX-License-Identifier: MIT */
/*
 * clang -Wthread-safety on the units that read a source which is edited, with the edited text
 * in the place of the real one: an overlay file tells it where that is. What a unit reads, the
 * cache knows since it was compiled for the analysis, and clang says each time that it is asked.
 */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "annotate/internal.h"
#include "base/pool.h"
#include "base/process.h"
#include "project/clang.h"
#include "project/flags.h"
#include "project/paths.h"
#include "project/unit_cache.h"

enum { MAX_TRIES = 8 };

/* ---- the overlay ---- */

static void write_file(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");
	bool good = out && fputs(text, out) >= 0;
	if (!out || fclose(out) != 0 || !good)
		die("cannot write %s: %s", path, strerror(errno));
}

static void add_file(struct annotator *x, json_t *roots, const char *name,
		     const char *text)
{
	const char *path =
		arena_printf(&x->memory, "%s/annotated-%zu",
			     process_temporary_directory(), json_array_size(roots));
	write_file(path, text);
	json_array_append_new(roots, json_pack("{ssssss}", "type", "file", "name", name,
					       "external-contents", path));
}

static const char *write_overlay(struct annotator *x)
{
	json_t *roots = json_array();
	for (uint32_t i = 0; i < x->sources.n; i++)
		if (strcmp(str_cstr(&x->sources.at[i].text),
			   str_cstr(&x->sources.at[i].edited)))
			add_file(x, roots, x->sources.at[i].absolute,
				 str_cstr(&x->sources.at[i].edited));
	add_file(x, roots, path_absolute(&x->memory, x->here, x->header),
		 annotate_thread_safety_h);
	json_t *all = json_pack("{sisbsbso}", "version", 0, "case-sensitive", 1,
				"use-external-names", 0, "roots", roots);
	const char *path = arena_printf(&x->memory, "%s/overlay.yaml",
					process_temporary_directory());
	char *text = json_dumps(all, 0);
	if (!text)
		die("a file name is no UTF-8");
	write_file(path, text);
	free(text);
	json_decref(all);
	return path;
}

/* ---- one unit ---- */

struct asking {
	struct annotator *x;
	const char *overlay;
};

static void fill(struct words *argv, const struct words *flags, const struct unit *u,
		 const char *overlay, const char *list)
{
	static const char *const own[] = {"-fsyntax-only",
					  "-Wno-everything",
					  "-Wthread-safety",
					  "-fno-color-diagnostics",
					  "-fno-caret-diagnostics",
					  "-fmessage-length=0",
					  "-ferror-limit=0",
					  "-MD",
					  "-MT",
					  "unit",
					  "-MF"};
	vec_clear(&argv->list);
	vec_push(&argv->list, CLANG);
	for (uint32_t i = 0; i < flags->list.n; i++)
		vec_push(&argv->list, flags->list.at[i]);
	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		vec_push(&argv->list, own[i]);
	vec_push(&argv->list, list);
	vec_push(&argv->list, "-ivfsoverlay");
	vec_push(&argv->list, overlay);
	vec_push(&argv->list, "--");
	vec_push(&argv->list, u->source);
	vec_push(&argv->list, NULL);
}

static bool must_ask(const struct annotator *x, const struct unit *u,
		     const struct asked *a)
{
	bool changed = !a->uses;
	for (uint32_t i = 0; !changed && i < a->use_count; i++)
		changed = a->uses[i] && x->sources.at[i].changed > a->round;
	return u->kind == UNIT_SOURCE && !u->failed && changed && (a->own || x->others);
}

static void name_list(struct str *out, uint32_t unit)
{
	str_addf(out, "%s/annotated-%u.d", process_temporary_directory(), unit);
}

/* Of the unit, and of what is edited in what it reads. */
static struct digest key_of_answer(const struct annotator *x, const struct asked *a)
{
	struct digester d = a->key;
	digest_text(&d, "annotated");
	digest_text(&d, annotate_thread_safety_h);
	for (uint32_t i = 0; i < a->use_count; i++) {
		const struct source *s = &x->sources.at[i];
		if (!a->uses[i] || strcmp(str_cstr(&s->text), str_cstr(&s->edited)) == 0)
			continue;
		digest_text(&d, s->absolute);
		digest_text(&d, str_cstr(&s->edited));
	}
	return digest_end(&d);
}

static bool recall_answer(const struct annotator *x, struct asked *a, const struct digest *key)
{
	str_clear(&a->said);
	if (!a->has_key || !unit_cache_recall(x->in->project->cache, key, &a->said))
		return false;
	a->round = x->round;
	return true;
}

static void ask_about(void *context, uint32_t number, unsigned worker)
{
	struct asking *c = context;
	const struct unit *u = &c->x->in->project->units.at[number];
	struct asked *a = &c->x->units[number];
	struct words argv = {0}, flags = {0}, dropped = {0};
	struct str list = {0};
	struct digest key;
	bool again = must_ask(c->x, u, a), asked;
	(void)worker;
	if (again && a->has_key)
		key = key_of_answer(c->x, a);
	again = again && !recall_answer(c->x, a, &key);
	asked = again;
	for (const char *const *f = u->flags; again && *f; f++)
		vec_push(&flags.list, *f);
	name_list(&list, number);
	for (int i = 0; again && i < MAX_TRIES; i++) {
		int status = 0;
		str_clear(&a->said);
		fill(&argv, &flags, u, c->overlay, list.at);
		struct process p = {argv.list.at, u->directory, &a->said};
		again = process_run(&p, &status) == PROCESS_ENDED && status != 0 &&
			flags_drop_rejected(&flags, &dropped, str_cstr(&a->said));
		a->round = c->x->round;
	}
	if (asked && a->has_key)
		unit_cache_remember(c->x->in->project->cache, &key, &a->said);
	words_free(&argv);
	words_free(&flags);
	words_free(&dropped);
	str_free(&list);
}

/* ---- what it has read ---- */

typedef void file_visitor(struct annotator *x, struct asked *a, const char *absolute);

struct reading {
	struct annotator *x;
	struct asked *a;
	const char *base;
	file_visitor *visit;
};

static void visit_known(void *context, const char *path)
{
	struct reading *r = context;
	r->visit(r->x, r->a, path_absolute(&r->x->memory, r->base, path));
}

/* Before clang was asked, as the cache knows it. False: it does not. */
static bool each_known(struct annotator *x, uint32_t number, file_visitor *visit)
{
	const struct unit *u = &x->in->project->units.at[number];
	struct reading r = {x, &x->units[number], u->directory ? u->directory : x->here, visit};
	return x->in->project->cache && unit_cache_reads(x->in->project->cache, u, visit_known, &r);
}

/* False: clang does not say. */
static bool each_file(struct annotator *x, uint32_t number, file_visitor *visit)
{
	const struct unit *u = &x->in->project->units.at[number];
	const char *base = u->directory ? u->directory : x->here;
	struct str list = {0}, text = {0};
	if (!x->round)
		return each_known(x, number, visit);
	name_list(&list, number);
	bool known = str_read_file(&text, list.at) && text.n;
	for (char *save = NULL, *w = known ? strtok_r(text.at, " \\\n", &save) : NULL; w;
	     w = strtok_r(NULL, " \\\n", &save))
		visit(x, &x->units[number], path_absolute(&x->memory, base, w));
	str_free(&list);
	str_free(&text);
	return known;
}

/* Headers without code are sources, too: types of locks may be declared there. */
static void add_file_read(struct annotator *x, struct asked *a, const char *absolute)
{
	(void)a;
	read_source(x, x->here, absolute, false);
}

static void mark_file(struct annotator *x, struct asked *a, const char *absolute)
{
	uint32_t s = find_source(x, absolute);
	if (s != UINT32_MAX)
		a->uses[s] = true;
}

/* Sources that were not known before have no edits. */
static void add_sources(struct annotator *x)
{
	uint32_t before = x->round ? x->sources.n : 0;
	for (uint32_t i = 0; i < x->in->project->units.n; i++)
		each_file(x, i, add_file_read);
	for (uint32_t i = before; i < x->sources.n; i++) {
		str_add(&x->sources.at[i].edited, str_cstr(&x->sources.at[i].text));
		outline_read(&x->sources.at[i].now, str_cstr(&x->sources.at[i].edited));
	}
}

static void note_uses(struct annotator *x)
{
	if (x->round <= 1)
		add_sources(x);
	for (uint32_t i = 0; i < x->in->project->units.n; i++) {
		struct asked *a = &x->units[i];
		if (a->round != x->round || a->has_key)
			continue;
		free(a->uses);
		a->uses = xcalloc(x->sources.n + 1u, sizeof(bool));
		a->use_count = x->sources.n;
		bool known = each_file(x, i, mark_file);
		if (!known && x->round)
			memset(a->uses, true, x->sources.n);
		if (known || x->round)
			continue;
		free(a->uses);
		a->uses = NULL;
	}
}

/* ---- what it said ---- */

static bool is_known(const struct complaints *c, const struct complaint *n)
{
	for (uint32_t i = 0; i < c->list.n; i++) {
		const struct complaint *y = &c->list.at[i];
		if (y->source == n->source && y->line == n->line &&
		    strcmp(y->text, n->text) == 0)
			return true;
	}
	return false;
}

/* 'FILE:3:5: warning: text [-Wthread-safety-analysis]' */
static void take_line(struct annotator *x, const struct unit *u, char *line,
		      struct complaints *out)
{
	char *error = strstr(line, ": error: "), *warning = strstr(line, ": warning: ");
	char *text = error ? error : warning, *flag, *colon;
	if (!text)
		return;
	*text = 0;
	text += error ? strlen(": error: ") : strlen(": warning: ");
	struct complaint c = {.syntax = error ||
					strstr(text, "[-Wthread-safety-attributes]")};
	if ((flag = strstr(text, " [-W")))
		*flag = 0;
	for (int i = 0; i < 2; i++) { /* column, line */
		if (!(colon = strrchr(line, ':')))
			return;
		c.line = (uint32_t)strtoul(colon + 1, NULL, 10);
		*colon = 0;
	}
	const char *base = u->directory ? u->directory : x->here;
	c.source = find_source(x, path_absolute(&x->memory, base, line));
	c.text = arena_strdup(&x->memory, text);
	if (!is_known(out, &c))
		vec_push(&out->list, c);
}

static void take_lines(struct annotator *x, uint32_t number, struct complaints *out)
{
	struct str copy = {0};
	str_addf(&copy, "%s\n", str_cstr(&x->units[number].said));
	for (char *save = NULL, *line = strtok_r(copy.at, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save))
		take_line(x, &x->in->project->units.at[number], line, out);
	str_free(&copy);
}

void know_units(struct annotator *x)
{
	const struct project *p = x->in->project;
	x->units = xcalloc(p->units.n + 1u, sizeof(*x->units));
	note_uses(x);
	for (uint32_t i = 0; i < p->units.n; i++) {
		const struct unit *u = &p->units.at[i];
		struct asked *a = &x->units[i];
		const char *base = u->directory ? u->directory : x->here;
		uint32_t s = find_source(x, path_absolute(&x->memory, base, u->source));
		a->own = s == UINT32_MAX || x->sources.at[s].analysed;
		a->has_key = a->uses && unit_cache_key(p->cache, u, &a->key);
	}
}

void ask_clang(struct annotator *x, struct complaints *out)
{
	uint32_t n = x->in->project->units.n;
	struct asking a = {x, write_overlay(x)};
	vec_clear(&out->list);
	pool_for_each(x->in->workers, n, ask_about, &a);
	note_uses(x);
	for (uint32_t i = 0; i < n; i++)
		if (x->units[i].own || x->others)
			take_lines(x, i, out);
}
