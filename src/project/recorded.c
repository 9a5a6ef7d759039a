/* SPDX-License-Identifier: MIT */
/*
 * From the log of a build to compile_commands.json: an entry for each C file of each call.
 * Left out are calls that compile nothing, files that are gone (the probes of configure), and
 * the second time that libtool compiles a file in the same way but for -fPIC. What an earlier
 * build has recorded stays, for files that were not compiled now.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/str.h"
#include "project/database.h"
#include "project/paths.h"
#include "project/record.h"
#include "project/words.h"

struct entry {
	const char *directory, *file;
	const char *const *words; /* in the arena */
	uint32_t word_count;
	const char *key; /* the command without what does not matter */
};

struct recorded {
	struct arena memory;
	VEC(struct entry) entries;
	struct intern seen;  /* keys */
	struct intern files; /* directory and file of this build's entries */
	struct record_result result;
};

/* ---- the words of a command ---- */

/* The next word belongs to it. */
static bool takes_word(const char *word)
{
	static const char *const list[] = {
		"-o", "-I", "-D", "-U", "-L", "-l", "-x", "-include", "-imacros", "-isystem",
		"-iquote", "-idirafter", "-iprefix", "-iwithprefix", "-isysroot", "--sysroot",
		"-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-Xclang",
		"-mllvm", "-target", "-arch", "-T", "-u", "-z", "-e", "-aux-info", "--param",
		"-wrapper", "-specs", NULL};
	return str_is_one_of(word, list);
}

/* It compiles nothing with one of these. */
static bool is_other_work(const char *word)
{
	static const char *const list[] = {"-E", "-M", "-MM", "--version", "-dumpversion",
					   "-dumpmachine", "-dumpspecs", "-v", "-###", NULL};
	return str_is_one_of(word, list) || strncmp(word, "-print-", 7) == 0 ||
	       strncmp(word, "--print-", 8) == 0 || strncmp(word, "--help", 6) == 0;
}

static bool is_position_flag(const char *word)
{
	static const char *const list[] = {"-fPIC", "-fpic", "-fPIE", "-fpie", "-DPIC", NULL};
	return str_is_one_of(word, list);
}

static bool is_source(const char *word)
{
	const char *end = path_extension(word);
	return word[0] != '-' && (strcmp(end, "c") == 0 || strcmp(end, "i") == 0);
}

/* Of the same file in the same way, whatever the object is called. */
static const char *key_of(struct arena *a, const struct entry *e)
{
	struct str key = {0};
	str_addf(&key, "%s\n%s", e->directory, e->file);
	for (uint32_t i = 1; i < e->word_count; i++) {
		const char *w = e->words[i];
		bool output = strcmp(w, "-o") == 0 || strcmp(w, "-MF") == 0 ||
			      strcmp(w, "-MT") == 0 || strcmp(w, "-MQ") == 0;
		i += output;
		if (!output && !is_position_flag(w))
			str_addf(&key, "\n%s", w);
	}
	const char *text = arena_strdup(a, str_cstr(&key));
	str_free(&key);
	return text;
}

/* ---- entries ---- */

static uint32_t file_number(struct recorded *r, const char *directory, const char *file, bool add)
{
	const char *path = path_absolute(&r->memory, directory, file);
	return add ? intern_str(&r->files, path) : intern_find(&r->files, path, strlen(path));
}

static void add_entry(struct recorded *r, const char *directory, const char *file,
		      const struct words *words)
{
	struct entry e = {.directory = directory, .file = file, .word_count = words->list.n};
	if (access(path_absolute(&r->memory, directory, file), R_OK) != 0) {
		r->result.gone++;
		return;
	}
	e.words = arena_memdup(&r->memory, words->list.at, e.word_count * sizeof(*e.words));
	e.key = key_of(&r->memory, &e);
	uint32_t known = r->seen.n;
	intern_str(&r->seen, e.key);
	if (r->seen.n == known)
		return;
	vec_push(&r->entries, e);
	r->result.added++;
}

static void find_sources(struct recorded *r, const char *directory, const struct words *words)
{
	bool works = true;
	for (uint32_t i = 1; i < words->list.n; i++)
		works = works && !is_other_work(words->list.at[i]);
	for (uint32_t i = 1; i < words->list.n && works; i++) {
		const char *w = words->list.at[i];
		if (takes_word(w))
			i++;
		else if (is_source(w))
			add_entry(r, directory, w, words);
	}
}

/* What a response file holds belongs to the command. */
static void add_word(struct recorded *r, const char *directory, const char *word,
		     struct words *out)
{
	struct str text = {0};
	if (word[0] == '@' &&
	    str_read_file(&text, path_absolute(&r->memory, directory, word + 1)))
		words_split(out, &r->memory, WORDS_RESPONSE, str_cstr(&text), text.n);
	else
		vec_push(&out->list, arena_strdup(&r->memory, word));
	str_free(&text);
}

static void take_call(struct recorded *r, json_t *call)
{
	struct words words = {0};
	const char *directory = json_string_value(json_object_get(call, "directory"));
	size_t i;
	json_t *word;
	if (!directory)
		return;
	directory = arena_strdup(&r->memory, directory);
	json_array_foreach(json_object_get(call, "arguments"), i, word)
		add_word(r, directory, json_string_value(word), &words);
	r->result.calls++;
	find_sources(r, directory, &words);
	words_free(&words);
}

static void read_log(struct recorded *r, const char *directory)
{
	struct str path = {0}, text = {0};
	str_addf(&path, "%s/log", directory);
	if (str_read_file(&text, str_cstr(&path))) {
		char *save, *copy = arena_strdup(&r->memory, str_cstr(&text));
		for (char *l = strtok_r(copy, "\n", &save); l; l = strtok_r(NULL, "\n", &save)) {
			json_t *call = json_loads(l, 0, NULL);
			if (call)
				take_call(r, call);
			json_decref(call);
		}
	}
	str_free(&path);
	str_free(&text);
}

/* Entries of the old file whose source was not compiled now. */
static void keep_old(struct recorded *r, const char *path)
{
	struct database old = {0};
	struct str text = {0};
	char message[256];
	uint32_t now = r->entries.n;
	for (uint32_t i = 0; i < now; i++)
		file_number(r, r->entries.at[i].directory, r->entries.at[i].file, true);
	if (!str_read_file(&text, path))
		return;
	if (!database_parse(&old, &r->memory, path, str_cstr(&text), text.n, message,
			    sizeof(message)))
		warn("%s; it is written anew", message);
	for (uint32_t i = 0; i < old.commands.n; i++) {
		const struct command *c = &old.commands.at[i];
		if (file_number(r, c->directory, c->file, false) ||
		    access(path_absolute(&r->memory, c->directory, c->file), R_OK) != 0)
			continue;
		struct entry e = {c->directory, c->file, c->arguments, c->argument_count, NULL};
		e.key = key_of(&r->memory, &e);
		vec_push(&r->entries, e);
		r->result.kept++;
	}
	database_free(&old);
	str_free(&text);
}

/* ---- the file ---- */

static int by_key(const void *a, const void *b)
{
	return strcmp(((const struct entry *)a)->key, ((const struct entry *)b)->key);
}

static json_t *entry_json(const struct entry *e)
{
	json_t *o = json_object(), *words = json_array();
	for (uint32_t i = 0; i < e->word_count; i++)
		json_array_append_new(words, json_string(e->words[i]));
	json_object_set_new(o, "directory", json_string(e->directory));
	json_object_set_new(o, "file", json_string(e->file));
	json_object_set_new(o, "arguments", words);
	return o;
}

/* Jobs of a parallel build come in any order: the file does not. */
static void write_entries(struct recorded *r, const char *path)
{
	json_t *list = json_array();
	qsort(r->entries.at, r->entries.n, sizeof(*r->entries.at), by_key);
	for (uint32_t i = 0; i < r->entries.n; i++)
		json_array_append_new(list, entry_json(&r->entries.at[i]));
	if (json_dump_file(list, path, JSON_INDENT(2)) != 0)
		die("cannot write %s: %s", path, strerror(errno));
	json_decref(list);
}

struct record_result record_write(const char *directory, const char *path)
{
	struct recorded r = {0};
	read_log(&r, directory);
	if (r.entries.n) {
		keep_old(&r, path);
		write_entries(&r, path);
	}
	vec_free(&r.entries);
	intern_free(&r.seen);
	intern_free(&r.files);
	arena_release(&r.memory);
	return r.result;
}
