/* SPDX-License-Identifier: MIT */
/*
 * From struct report to struct report: comments and the baseline mark races as
 * suppressed. The races are constant for everybody else; here they are copied into
 * the report's arena first. A source file is read only when an access or an object
 * of some race lies in it, and each line is looked at once.
 */
#include "race/show/suppress.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/map.h"
#include "base/vec.h"
#include "race/show/suppress_rules.h"
#include "report/discipline.h"
#include "report/source.h"

enum { ID_DIGITS = 16 };
#define NO_COMMENT UINT32_MAX
#define NOT_LOOKED (UINT32_MAX - 1)

struct span {
	const char *at, *end;
};

struct suppress {
	struct report *report;
	struct report_race *races; /* our copy, to write to */
	struct source_cache source;
	struct intern files; /* file names, for the key of 'comments' */
	struct map comments; /* file and line to index in reasons; NO_COMMENT: none */
	VEC(const char *) reasons;
};

static bool is_space(char c)
{
	return c == ' ' || c == '\t';
}

static struct span trimmed(struct span s)
{
	while (s.at < s.end && is_space(*s.at))
		s.at++;
	while (s.at < s.end && is_space(s.end[-1]))
		s.end--;
	return s;
}

/* Steps over a word; false when the text does not begin with it. */
static bool take_word(struct span *s, const char *word)
{
	size_t n = strlen(word);
	*s = trimmed(*s);
	if ((size_t)(s->end - s->at) < n || memcmp(s->at, word, n) != 0)
		return false;
	s->at += n;
	return true;
}

/* Steps over a string or character constant that begins at s->at. */
static void skip_constant(struct span *s)
{
	char quote = *s->at++;
	while (s->at < s->end && *s->at != quote)
		s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
	if (s->at < s->end)
		s->at++;
}

static const char *find_pair(struct span s, char first, char second)
{
	for (const char *p = s.at; p + 1 < s.end; p++) {
		if (p[0] == first && p[1] == second)
			return p;
	}
	return s.end;
}

/*
 * The text of the next comment of a line; 'rest' moves behind it. A '//' comment
 * ends where another one begins, so that two tools can share a line.
 */
static bool next_comment(struct span *rest, struct span *comment)
{
	while (rest->at + 1 < rest->end) {
		bool block = rest->at[0] == '/' && rest->at[1] == '*';
		bool line = rest->at[0] == '/' && rest->at[1] == '/';
		if (*rest->at == '"' || *rest->at == '\'') {
			skip_constant(rest);
		} else if (block || line) {
			rest->at += 2;
			const char *end = find_pair(*rest, block ? '*' : '/', '/');
			*comment = (struct span){rest->at, end};
			rest->at = block && end < rest->end ? end + 2 : end;
			return true;
		} else {
			rest->at++;
		}
	}
	return false;
}

/* The reason of 'chequer: ignore <reason>'; NULL, perhaps with a warning. */
static const char *comment_reason(struct suppress *s, struct span comment,
				  const char *file, uint32_t line)
{
	if (!take_word(&comment, "chequer:"))
		return NULL;
	if (!take_word(&comment, "ignore") ||
	    (comment.at < comment.end && !is_space(*comment.at))) {
		warn("%s:%u: a comment for chequer must read 'chequer: ignore <reason>'",
		     file, line);
		return NULL;
	}
	comment = trimmed(comment);
	if (comment.at == comment.end) {
		warn("%s:%u: 'chequer: ignore' needs a reason after it; not ignored",
		     file, line);
		return NULL;
	}
	return arena_printf(&s->report->memory, "%s:%u: %.*s", file, line,
			    (int)(comment.end - comment.at), comment.at);
}

static const char *line_reason(struct suppress *s, const char *file, uint32_t line)
{
	struct source_line text;
	struct span comment;
	const char *reason = NULL;
	if (!source_line(&s->source, file, line, &text))
		return NULL;
	struct span rest = {text.at, text.at + text.n};
	while (!reason && next_comment(&rest, &comment))
		reason = comment_reason(s, comment, file, line);
	return reason;
}

/* 'file:line: reason' when the line has a comment that counts, else NULL. */
static const char *ignored_at(struct suppress *s, struct report_place p)
{
	if (!p.file || !p.line)
		return NULL;
	uint64_t key = map_key2(intern_str(&s->files, p.file), p.line);
	uint32_t index = map_get(&s->comments, key, NOT_LOOKED);
	if (index == NOT_LOOKED) {
		const char *reason = line_reason(s, p.file, p.line);
		index = reason ? s->reasons.n : NO_COMMENT;
		if (reason)
			vec_push(&s->reasons, reason);
		map_put(&s->comments, key, index);
	}
	return index == NO_COMMENT ? NULL : s->reasons.at[index];
}

static void suppress_race(struct suppress *s, struct report_race *race, const char *why)
{
	race->suppressed = true;
	race->suppressed_why = why;
	s->report->ignored++;
}

/* Pairs with an ignored access go; when none is left, so does the race. */
static void apply_access_comments(struct suppress *s, struct report_race *race)
{
	struct report_pair *kept =
		ARENA_ARRAY(&s->report->memory, struct report_pair, race->pair_count);
	const char *why = NULL;
	uint32_t n = 0;
	for (uint32_t i = 0; i < race->pair_count; i++) {
		const struct report_pair *p = &race->pairs[i];
		const char *a = ignored_at(s, race->accesses[p->a].place);
		const char *b = ignored_at(s, race->accesses[p->b].place);
		if (!a && !b)
			kept[n++] = *p;
		else if (!why)
			why = a ? a : b;
	}
	if (n == 0) {
		suppress_race(s, race, why);
	} else if (n < race->pair_count) {
		race->pairs = kept;
		race->pair_count = n;
	}
}

static void apply_comments(struct suppress *s)
{
	for (uint32_t i = 0; i < s->report->race_count; i++) {
		struct report_race *race = &s->races[i];
		const char *why = ignored_at(s, race->declared);
		if (race->suppressed)
			continue;
		if (why)
			suppress_race(s, race, why);
		else
			apply_access_comments(s, race);
	}
}

/* ---- files of ThreadSanitizer ---- */

static void apply_rules_to_cycles(struct report *r, struct suppress_rules *rules)
{
	if (!r->discipline || !r->discipline->cycle_count)
		return;
	struct report_discipline *d = arena_memdup(&r->memory, r->discipline, sizeof(*d));
	struct report_cycle *cycles =
		arena_memdup(&r->memory, d->cycles, d->cycle_count * sizeof(*cycles));
	for (uint32_t i = 0; i < d->cycle_count; i++)
		cycles[i].suppressed |= suppress_rules_fit_cycle(rules, r, &cycles[i]) != NULL;
	d->cycles = cycles;
	r->discipline = d;
}

static void apply_rules(struct suppress *s, const char *const *paths)
{
	struct suppress_rules rules = {0};
	for (; paths && *paths; paths++)
		suppress_rules_read(&rules, &s->report->memory, *paths);
	for (uint32_t i = 0; i < s->report->race_count && rules.list.n; i++) {
		struct report_race *race = &s->races[i];
		const struct suppress_rule *rule =
			race->suppressed ? NULL : suppress_rules_fit(&rules, s->report, race);
		if (rule)
			suppress_race(s, race,
				      arena_printf(&s->report->memory, "%s: %s", rule->where,
						   rule->pattern));
	}
	if (rules.list.n)
		apply_rules_to_cycles(s->report, &rules);
	suppress_rules_free(&rules);
}

/* ---- what silences nothing ---- */

/* A comment on a line where no race has an access or its memory. */
static void name_stale_comment(struct suppress *s, const char *file, uint32_t line,
			       struct span text)
{
	struct span comment;
	uint64_t key = map_key2(intern_str(&s->files, file), line);
	if (map_get(&s->comments, key, NO_COMMENT) != NO_COMMENT)
		return;
	while (next_comment(&text, &comment)) {
		if (!take_word(&comment, "chequer:") || !take_word(&comment, "ignore"))
			continue;
		warn("%s:%u: 'chequer: ignore' silences nothing: there is no race on this line",
		     file, line);
		return;
	}
}

static void name_stale_comments(struct suppress *s, const char *const *files)
{
	for (; files && *files; files++) {
		struct str text = {0};
		const char *at = str_read_file(&text, *files) ? str_cstr(&text) : "";
		const char *next = strstr(at, "chequer:");
		for (uint32_t line = 1; next; line++) {
			size_t n = strcspn(at, "\n");
			if (next < at + n) {
				name_stale_comment(s, *files, line, (struct span){at, at + n});
				next = strstr(at + n, "chequer:");
			}
			at += n + (at[n] == '\n');
		}
		str_free(&text);
	}
}

/* ---- baselines ---- */

static bool is_id(struct span s)
{
	for (const char *p = s.at; p < s.end; p++) {
		if (!(*p >= '0' && *p <= '9') && !(*p >= 'a' && *p <= 'f'))
			return false;
	}
	return s.end - s.at == ID_DIGITS;
}

/* The first word of a baseline line into ids. */
static void read_baseline_line(struct intern *ids, struct span line, const char *path,
			       uint32_t number)
{
	if (line.at < line.end && line.end[-1] == '\r')
		line.end--;
	line = trimmed(line);
	if (line.at == line.end || *line.at == '#')
		return;
	struct span word = {line.at, line.at};
	while (word.end < line.end && !is_space(*word.end))
		word.end++;
	if (!is_id(word))
		die("%s:%u: expected a race id of %d hexadecimal digits, then its name; "
		    "write the file anew with --write-baseline",
		    path, number, ID_DIGITS);
	intern_bytes(ids, word.at, ID_DIGITS);
}

void suppress_parse_baseline(struct intern *ids, const char *path, const struct str *text)
{
	struct span rest = {str_cstr(text), str_cstr(text) + text->n};
	for (uint32_t number = 1; rest.at < rest.end; number++) {
		const char *end = memchr(rest.at, '\n', (size_t)(rest.end - rest.at));
		struct span line = {rest.at, end ? end : rest.end};
		read_baseline_line(ids, line, path, number);
		rest.at = end ? end + 1 : rest.end;
	}
}

static void read_baseline(struct intern *ids, struct str *text, const char *path)
{
	errno = 0;
	if (!str_read_file(text, path))
		die("cannot read the baseline %s: %s", path, strerror(errno));
	suppress_parse_baseline(ids, path, text);
}

/* The line of an entry, as it is there. */
static const char *entry_line(struct suppress *s, const struct str *text, const char *id)
{
	const char *at = strstr(str_cstr(text), id);
	size_t n = strcspn(at, "\r\n");
	return arena_printf(&s->report->memory, "%.*s", (int)n, at);
}

static void name_stale_entries(const char *const *stale, uint32_t n, const char *path)
{
	const uint32_t few = 4;
	struct str list = {0};
	for (uint32_t i = 0; i < n && i < few; i++)
		str_addf(&list, "%s%.*s", i ? ", " : "", ID_DIGITS, stale[i]);
	if (n > few)
		str_addf(&list, " and %u more", n - few);
	if (n)
		warn("%s: %u entr%s no race any more: %s", path, n, n == 1 ? "y is" : "ies are",
		     str_cstr(&list));
	str_free(&list);
}

/* Entries that no race has. */
static void find_stale_entries(struct suppress *s, const struct intern *known,
			       const struct str *text, const char *path)
{
	struct intern now = {0};
	const char **gone = ARENA_ARRAY(&s->report->memory, const char *, known->n + 1);
	uint32_t n = 0;
	for (uint32_t i = 0; i < s->report->race_count; i++)
		intern_str(&now, s->races[i].id);
	for (uint32_t i = 1; i < known->n && s->report->complete; i++) {
		const char *id = intern_at(known, i);
		if (!intern_find(&now, id, strlen(id)))
			gone[n++] = entry_line(s, text, id);
	}
	s->report->gone = gone;
	s->report->gone_count = n;
	name_stale_entries(gone, n, path);
	intern_free(&now);
}

static void apply_baseline(struct suppress *s, const struct intern *known,
			   const char *path)
{
	const char *why = arena_printf(&s->report->memory, "in the baseline %s", path);
	s->report->has_baseline = true;
	for (uint32_t i = 0; i < s->report->race_count; i++) {
		struct report_race *race = &s->races[i];
		race->in_baseline = intern_find(known, race->id, strlen(race->id));
		if (!race->suppressed && race->in_baseline)
			suppress_race(s, race, why);
	}
}

static int compare_ids(const void *a, const void *b)
{
	const struct report_race *const *x = a, *const *y = b;
	int order = strcmp((*x)->id, (*y)->id);
	return order ? order : strcmp((*x)->name, (*y)->name);
}

/* Names and files are for people; control characters would break the line. */
static void put_word(FILE *out, const char *text)
{
	fputs("  ", out);
	for (; *text; text++)
		fputc((unsigned char)*text < 0x20 ? '?' : *text, out);
}

static void write_race(FILE *out, const struct report_race *race)
{
	const char *file = race->declared.file;
	if (!file)
		file = race->accesses[race->pairs[0].a].place.file;
	fputs(race->id, out);
	put_word(out, race->name);
	put_word(out, file ? file : "<unknown>");
	fputc('\n', out);
}

static void write_sorted(FILE *out, const struct report_race **races, uint32_t n)
{
	if (n)
		qsort(races, n, sizeof(races[0]), compare_ids);
	fputs("# Races known to chequer, one a line; only the id counts.\n", out);
	for (uint32_t i = 0; i < n; i++) {
		if (i == 0 || strcmp(races[i]->id, races[i - 1]->id) != 0)
			write_race(out, races[i]);
	}
}

/* Every race that no comment ignores, whatever its confidence. */
static void write_baseline(const struct suppress *s, const char *path)
{
	VEC(const struct report_race *) races = {0};
	for (uint32_t i = 0; i < s->report->race_count; i++) {
		if (!s->races[i].suppressed)
			vec_push(&races, &s->races[i]);
	}
	FILE *out = fopen(path, "w");
	if (!out)
		die("cannot write the baseline %s: %s", path, strerror(errno));
	write_sorted(out, races.at, races.n);
	bool ok = !ferror(out);
	if (fclose(out) || !ok)
		die("cannot write the baseline %s: %s", path, strerror(errno));
	vec_free(&races);
}

static void suppress_init(struct suppress *s, struct report *r)
{
	*s = (struct suppress){.report = r};
	if (r->race_count)
		s->races = arena_memdup(&r->memory, r->races,
					r->race_count * sizeof(r->races[0]));
	r->races = s->races;
}

static void suppress_release(struct suppress *s)
{
	source_free(&s->source);
	intern_free(&s->files);
	map_free(&s->comments);
	vec_free(&s->reasons);
}

/* The old baseline is read before the new one is written: they may be one file. */
void suppress_apply(struct report *r, const struct suppress_options *o)
{
	struct suppress s;
	struct intern known = {0};
	struct str text = {0};
	suppress_init(&s, r);
	if (o->baseline)
		read_baseline(&known, &text, o->baseline);
	apply_comments(&s);
	apply_rules(&s, o->rules);
	if (o->write_baseline)
		write_baseline(&s, o->write_baseline);
	if (o->baseline) {
		find_stale_entries(&s, &known, &text, o->baseline);
		apply_baseline(&s, &known, o->baseline);
	}
	name_stale_comments(&s, o->files);
	intern_free(&known);
	str_free(&text);
	suppress_release(&s);
}
