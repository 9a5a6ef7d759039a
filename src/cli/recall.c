/* SPDX-License-Identifier: MIT */
/*
 * A report is kept by everything that it was made from: this program itself, the bitcode
 * of every unit, the models, and the options that the phases look at. When all of that is
 * the same, the phases after clang need not be run; what they said on the way is said
 * again.
 *
 * What is done with a report is not part of it: comments in the source and baselines are
 * looked at each time, and it is written in any format.
 */
#include "cli/recall.h"

#include <string.h>

#include "base/build_id.h"
#include "base/bytes.h"
#include "base/limit.h"
#include "project/clang.h"
#include "project/paths.h"
#include "report/encode.h"

enum { REPORT_LAYOUT = 2 };

/* ---- the key ---- */

static void add_words(struct digester *d, const struct option_list *l)
{
	digest_number(d, l->words.n);
	for (uint32_t i = 0; i < l->words.n; i++)
		digest_text(d, l->words.at[i]);
}

static bool add_file(struct digester *d, const char *path)
{
	struct digest content;
	digest_text(d, path);
	if (!digest_file(path, &content))
		return false;
	digest_digest(d, &content);
	return true;
}

/* Options that no phase looks at, and those that race_wish speaks for. Whatever is not
 * here is taken to matter. */
static bool is_about_output(const struct option *o)
{
	static const char *const names[] = {
		"project",    "include",        "exclude",    "models",       "no-config",
		"jobs",       "cache",          "cache-size", "no-cache",     "format",
		"output",     "root",           "aside",      "all",          "strict",
		"baseline",   "write-baseline", "since",      "suppressions", "unknown",
		"stats",      "colour",         "color",      "quiet",        "verbose",
		"time-limit", "memory-limit",   "runs",       "timeout",      "seed",
		"arg",        "schedules", "inputs", "style",
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strcmp(names[i], o->name) == 0)
			return true;
	}
	return o->kind == OPTION_GROUP;
}

static void add_option(struct digester *d, const struct options *all,
		       const struct option *o)
{
	const void *field = (const char *)all + o->field;
	digest_text(d, o->name);
	switch (o->kind) {
	case FLAG:
		digest_number(d, *(const bool *)field);
		break;
	case TEXT:
	case CHOICE:
		digest_text(d, *(const char *const *)field);
		break;
	case COUNT:
		digest_number(d, *(const uint32_t *)field);
		break;
	case DECIMAL:
		digest_add(d, field, sizeof(double));
		break;
	case LIST:
	case COMMAS:
		add_words(d, field);
		break;
	case OPTION_GROUP:
		break;
	}
}

/* Of the project its units count, and whether they are all of a database. The file
 * .chequer may say what no option does. */
static bool add_options(struct digester *d, const struct options *o)
{
	digest_number(d, o->database != NULL);
	digest_number(d, o->files.words.n > 0);
	for (size_t i = 0; i < option_count; i++) {
		if (!is_about_output(&option_table[i]))
			add_option(d, o, &option_table[i]);
	}
	if (o->annotations)
		return false; /* they are in the sources, and not in what these become */
	return !o->config || add_file(d, o->config);
}

static void add_api(struct digester *d, const struct api *a)
{
	digest_number(d, a->headers);
	for (uint32_t i = 1; a->headers && i < a->names.n; i++)
		digest_text(d, intern_at(&a->names, i));
}

static bool add_models(struct digester *d, const struct options *o)
{
	bool good = true;
	for (uint32_t i = 0; good && i < o->models.words.n; i++)
		good = add_file(d, o->models.words.at[i]);
	return good;
}

static bool add_unit(struct digester *d, const struct unit *u)
{
	digest_text(d, u->file);
	digest_number(d, u->kind);
	digest_text(d, u->failed);
	if (u->failed)
		return true;
	if (!u->has_content)
		return add_file(d, u->kind == UNIT_SOURCE ? u->bitcode : u->file);
	digest_digest(d, &u->content);
	return true;
}

static bool add_project(struct digester *d, const struct project *p)
{
	struct digest clang = {{0}};
	bool good = true, converted = false;
	for (uint32_t i = 0; good && i < p->units.n; i++) {
		good = add_unit(d, &p->units.at[i]);
		converted |= p->units.at[i].kind == UNIT_ASSEMBLY ||
			     p->units.at[i].kind == UNIT_BITCODE;
	}
	for (uint32_t i = 0; i < p->gaps.n; i++) {
		digest_text(d, p->gaps.at[i].what);
		digest_text(d, p->gaps.at[i].why);
	}
	if (converted)
		clang_identity(&clang); /* it may have to read them first */
	digest_digest(d, &clang);
	return good;
}

/* All but what the report must have in it. */
/* By the name that the linker gave it, where it did: reading it all takes longer than many
 * a small program. */
static bool add_this_program(struct digester *d)
{
	struct build_id id = own_build_id();
	if (!id.at)
		return add_file(d, "/proc/self/exe");
	digest_text(d, "build id");
	digest_number(d, id.n);
	digest_add(d, id.at, id.n);
	return true;
}

static bool add_all(const struct analysis *a, struct digester *d)
{
	struct arena scratch = {0};
	digest_start(d);
	digest_text(d, "report");
	digest_number(d, REPORT_LAYOUT);
	digest_text(d, path_here(&scratch));
	add_api(d, &a->api);
	bool good = add_options(d, a->options) && add_this_program(d) &&
		    add_models(d, a->options) && add_project(d, &a->project);
	arena_release(&scratch);
	return good;
}

static struct digest key_with(struct digester all, struct race_wish wish)
{
	digest_number(&all, wish.only_count_low);
	digest_number(&all, wish.list_uses);
	digest_number(&all, wish.discipline);
	return digest_end(&all);
}

/* ---- what was said ---- */

static void hear(void *context, bool is_note, const char *text)
{
	struct heard *h = context;
	struct message m = {arena_strdup(&h->memory, text), is_note};
	vec_push(&h->list, m);
}

static void say_again(const struct message *m)
{
	if (m->is_note)
		note("%s", m->text);
	else
		warn("%s", m->text);
}

static void code_message(struct bytes *b, void *element)
{
	struct message *m = element;
	bytes_text(b, &m->text);
	bytes_bool(b, &m->is_note);
	if (!m->text)
		b->bad = true;
}

/* ---- the report ---- */

static void code_text(struct bytes *b, void *element)
{
	bytes_text(b, (const char **)element);
}

static void code_result(struct bytes *b, struct analysis *a)
{
	a->sources = bytes_list(b, a->sources, &a->source_count, sizeof(*a->sources),
				code_text);
	report_code(b, &a->report);
}

static bool wants_report(const struct analysis *a)
{
	enum command c = a->options->command;
	return a->cache && !limit_reached() &&
	       (c == COMMAND_CHECK || c == COMMAND_SHOW || c == COMMAND_CONFIRM ||
		c == COMMAND_LOCKS || c == COMMAND_ANNOTATE);
}

/* Is all told about the race that is to be shown? Of those of low confidence it may not be. */
static bool tells_of(const struct report *r, const char *id)
{
	bool found = false;
	for (uint32_t i = 0; i < r->race_count; i++) {
		if (strncmp(r->races[i].id, id, strlen(id)) != 0)
			continue;
		if (r->races[i].confidence == CONFIDENCE_LOW)
			return false;
		found = true;
	}
	return found;
}

/* A report that tells of that race; id NULL: any. */
static bool read_back(struct analysis *a, const struct str *text, const char *id)
{
	uint32_t n = 0;
	const unsigned char *at = (const unsigned char *)str_cstr(text);
	struct bytes b = {.at = at, .end = at + text->n, .memory = &a->report.memory};
	const struct message *messages =
		bytes_list(&b, NULL, &n, sizeof(*messages), code_message);
	code_result(&b, a);
	bool good = bytes_done(&b) && report_is_sane(&a->report) &&
		    (!id || tells_of(&a->report, id));
	for (uint32_t i = 0; good && i < n; i++)
		say_again(&messages[i]);
	bytes_free(&b);
	if (!good) {
		arena_release(&a->report.memory);
		a->report = (struct report){.complete = false};
		a->sources = NULL;
		a->source_count = 0;
	}
	return good;
}

static bool find_with(struct analysis *a, struct digest key, const char *id)
{
	struct str text = {0};
	bool found = cache_get(a->cache, &key, &text) && read_back(a, &text, id);
	str_free(&text);
	return found;
}

/* An id comes from a report, of whichever kind: the one that has it will do. */
static bool find_told(struct analysis *a, const struct digester *all)
{
	for (int i = 0; i < 8; i++) {
		struct race_wish wish = {i < 4, i & 1, i & 2};
		if (find_with(a, key_with(*all, wish), a->options->ids.words.at[0]))
			return true;
	}
	return false;
}

/* Who asks for times or for what is unknown wants the phases to be run. */
void recall_report(struct analysis *a)
{
	const struct options *o = a->options;
	struct digester all;
	if (!wants_report(a) || !add_all(a, &all))
		return;
	a->has_report_key = true;
	a->report_key = key_with(all, race_wish(o));
	if (!o->stats && !o->unknown)
		a->recalled = (o->command == COMMAND_SHOW && find_told(a, &all)) ||
			      find_with(a, a->report_key, NULL);
	if (!a->recalled)
		diag_listen(hear, &a->heard);
}

void keep_report(struct analysis *a)
{
	struct str text = {0};
	struct bytes b = {.out = &text};
	if (a->recalled || !a->has_report_key || limit_reached())
		return;
	diag_listen(NULL, NULL);
	bytes_list(&b, a->heard.list.at, &a->heard.list.n, sizeof(*a->heard.list.at),
		   code_message);
	code_result(&b, a);
	cache_put(a->cache, &a->report_key, str_cstr(&text), text.n);
	bytes_free(&b);
	str_free(&text);
}
