/* SPDX-License-Identifier: MIT */
/*
 * Three kinds of entries. By the command of a unit: what it depended on when it was last
 * compiled, with stamps, and the result. By the command and the contents of all that:
 * the result, so that who goes back to what was there before finds it again. By its own
 * digest: bitcode.
 */
#include "project/unit_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/map.h"
#include "project/clang.h"
#include "project/depends.h"
#include "project/paths.h"

enum { UNIT_LAYOUT = 2 }; /* another one when entries look different */

struct search {
	struct words directories;
	bool good;
};

struct unit_cache {
	struct cache *cache;
	struct digest compiler;
	pthread_mutex_t turn; /* guards what is below */
	struct arena memory;
	struct files files;
	struct intern commands; /* flags that choose where headers are looked for */
	VEC(struct search) searches;
};

struct unit_entry {
	struct depends depends;
	struct unit_result result;
};

struct unit_cache *unit_cache_new(struct cache *c)
{
	struct digest compiler;
	if (!clang_identity(&compiler))
		return NULL;
	struct unit_cache *x = xcalloc(1, sizeof(*x));
	x->cache = c;
	x->compiler = compiler;
	pthread_mutex_init(&x->turn, NULL);
	return x;
}

void unit_cache_free(struct unit_cache *x)
{
	if (!x)
		return;
	for (uint32_t i = 0; i < x->searches.n; i++)
		words_free(&x->searches.at[i].directories);
	vec_free(&x->searches);
	intern_free(&x->commands);
	files_free(&x->files);
	arena_release(&x->memory);
	pthread_mutex_destroy(&x->turn);
	free(x);
}

void unit_cache_list(const struct unit_cache *x, FILE *out)
{
	for (uint32_t i = 1; i <= x->files.files.n; i++)
		fprintf(out, "%s\n", intern_at(&x->files.paths, i));
}

/* ---- the command ---- */

/* Files that these name are read, and -MD does not say so. */
bool unit_cache_takes(const struct unit *u)
{
	static const char *const unknown[] = {
		"-Xclang",  "-Xpreprocessor", "-fmodule",       "-ivfs",
		"--config", "-fthinlto",      "-fbuild-session"};
	for (const char *const *f = u->flags; *f; f++) {
		for (size_t i = 0; i < sizeof(unknown) / sizeof(*unknown); i++)
			if (strncmp(*f, unknown[i], strlen(unknown[i])) == 0)
				return false;
	}
	return u->kind == UNIT_SOURCE;
}

static void add_environment(struct digester *d)
{
	static const char *const names[] = {
		"PWD",
		"CPATH",
		"C_INCLUDE_PATH",
		"SDKROOT",
		"GCC_EXEC_PREFIX",
		"COMPILER_PATH",
		"CCC_OVERRIDE_OPTIONS",
		"CCC_ADD_ARGS",
		"SOURCE_DATE_EPOCH",
		"CLANG_CONFIG_PATH",
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		digest_text(d, getenv(names[i]));
}

static struct digest key_of(const struct unit_cache *x, const struct unit *u)
{
	struct arena scratch = {0};
	struct digester d;
	digest_start(&d);
	digest_text(&d, "unit");
	digest_number(&d, UNIT_LAYOUT);
	digest_digest(&d, &x->compiler);
	digest_text(&d, u->directory ? u->directory : path_here(&scratch));
	digest_text(&d, u->source);
	for (unsigned i = 0; i < clang_flag_count; i++)
		digest_text(&d, clang_flags[i]);
	for (const char *const *f = u->flags; *f; f++)
		digest_text(&d, *f);
	add_environment(&d);
	arena_release(&scratch);
	return digest_end(&d);
}

static struct digest key_of_contents(const struct digest *unit, const struct depends *d)
{
	struct digester all;
	digest_start(&all);
	digest_text(&all, "contents");
	digest_digest(&all, unit);
	depends_digest(d, &all);
	return digest_end(&all);
}

/* ---- entries ---- */

static void code_flag(struct bytes *b, void *element)
{
	const char **x = element;
	bytes_text(b, x);
	if (!*x)
		b->bad = true;
}

static void code_result(struct bytes *b, struct unit_result *r)
{
	bytes_digest(b, &r->bitcode);
	bytes_text(b, &r->failed);
	r->dropped = bytes_list(b, r->dropped, &r->dropped_count, sizeof(*r->dropped),
				code_flag);
}

static void put_entry(struct unit_cache *x, const struct digest *key, struct depends *d,
		      struct unit_result *r)
{
	struct str text = {0};
	struct bytes b = {.out = &text};
	if (d)
		depends_code(&b, d);
	code_result(&b, r);
	cache_put(x->cache, key, str_cstr(&text), text.n);
	bytes_free(&b);
	str_free(&text);
}

/* What it says lies in 'memory'. */
static bool get_entry(struct unit_cache *x, struct arena *memory, const struct digest *key,
		      struct depends *d, struct unit_result *r)
{
	struct str text = {0};
	bool found = cache_get(x->cache, key, &text);
	const unsigned char *at = (const unsigned char *)str_cstr(&text);
	struct bytes b = {.at = at, .end = at + text.n, .memory = memory};
	if (found && d)
		depends_code(&b, d);
	if (found)
		code_result(&b, r);
	found = found && bytes_done(&b);
	bytes_free(&b);
	str_free(&text);
	return found;
}

/* ---- finding ---- */

static void stamp_again(struct unit_cache *x, const struct unit *u,
			const struct digest *key, struct depends *now,
			struct unit_result *r)
{
	if (depends_are_firm(now, &x->files, u->directory))
		put_entry(x, key, now, r);
}

static bool find_now(struct unit_cache *x, struct arena *scratch, const struct unit *u,
		     struct unit_result *out)
{
	struct unit_entry e = {.result = {.dropped_count = 0}};
	struct depends now;
	struct digest key = key_of(x, u);
	if (!get_entry(x, scratch, &key, &e.depends, &e.result))
		return false;
	*out = e.result;
	switch (depends_compare(&e.depends, &x->files, scratch, u->directory, &now)) {
	case DEPENDS_SAME:
		return true;
	case DEPENDS_STAMPS:
		stamp_again(x, u, &key, &now, out);
		return true;
	case DEPENDS_OTHER: {
		struct digest contents = key_of_contents(&key, &now);
		if (!get_entry(x, scratch, &contents, NULL, out))
			return false;
		stamp_again(x, u, &key, &now, out);
		return true;
	}
	case DEPENDS_MISSING:
		return false;
	}
	return false;
}

/* What is asked for later; all that the unit was made from is not. */
static void keep_result(struct arena *a, struct unit_result *r)
{
	const char **dropped = ARENA_ARRAY(a, const char *, r->dropped_count + 1);
	for (uint32_t i = 0; i < r->dropped_count; i++)
		dropped[i] = arena_strdup(a, r->dropped[i]);
	r->dropped = dropped;
	r->failed = r->failed ? arena_strdup(a, r->failed) : NULL;
}

bool unit_cache_find(struct unit_cache *x, const struct unit *u, struct unit_result *out)
{
	struct arena scratch = {0};
	pthread_mutex_lock(&x->turn);
	bool found = unit_cache_takes(u) && find_now(x, &scratch, u, out);
	if (found)
		keep_result(&x->memory, out);
	pthread_mutex_unlock(&x->turn);
	arena_release(&scratch);
	if (found && !out->failed)
		cache_keep(x->cache, &out->bitcode);
	return found;
}

bool unit_cache_reads(struct unit_cache *x, const struct unit *u, unit_file_visitor *visit,
		      void *context)
{
	struct arena scratch = {0};
	struct unit_entry e = {.result = {.dropped_count = 0}};
	struct digest key = key_of(x, u);
	bool known = unit_cache_takes(u) && get_entry(x, &scratch, &key, &e.depends, &e.result);
	for (uint32_t i = 0; known && i < e.depends.file_count; i++)
		visit(context, e.depends.files[i].path);
	arena_release(&scratch);
	return known;
}

/* ---- what else was made of it ---- */

bool unit_cache_key(struct unit_cache *x, const struct unit *u, struct digester *out)
{
	struct arena scratch = {0};
	struct unit_entry e = {.result = {.dropped_count = 0}};
	struct digest key = key_of(x, u);
	bool known = unit_cache_takes(u) && get_entry(x, &scratch, &key, &e.depends, &e.result);
	if (known)
		key = key_of_contents(&key, &e.depends);
	digest_start(out);
	digest_digest(out, &key);
	arena_release(&scratch);
	return known;
}

bool unit_cache_recall(struct unit_cache *x, const struct digest *key, struct str *out)
{
	return cache_get(x->cache, key, out);
}

void unit_cache_remember(struct unit_cache *x, const struct digest *key, const struct str *text)
{
	cache_put(x->cache, key, str_cstr(text), text->n);
}

/* ---- storing ---- */

/* Flags that say nothing about where headers are, and differ from unit to unit. */
static uint32_t words_to_skip(const char *flag)
{
	static const char *const alone[] = {"-D", "-U", "-include", "--include",
					    "-imacros"};
	for (size_t i = 0; i < sizeof(alone) / sizeof(*alone); i++) {
		if (strcmp(flag, alone[i]) == 0)
			return 2;
		if (strncmp(flag, alone[i], strlen(alone[i])) == 0)
			return 1;
	}
	return 0;
}

static bool is_among(const struct words *w, const char *word)
{
	for (uint32_t i = 0; i < w->list.n; i++) {
		if (strcmp(w->list.at[i], word) == 0)
			return true;
	}
	return false;
}

static void search_flags(const struct unit *u, const struct words *dropped,
			 struct words *out)
{
	for (const char *const *f = u->flags; *f;) {
		uint32_t skip = is_among(dropped, *f) ? 1 : words_to_skip(*f);
		if (!skip)
			vec_push(&out->list, *f++);
		for (; skip && *f; skip--)
			f++;
	}
	vec_push(&out->list, NULL);
}

/* Asked once for all units with the same flags. */
static const struct search *search_of(struct unit_cache *x, const struct unit *u,
				      const struct words *dropped)
{
	struct words flags = {0};
	struct str key = {0};
	search_flags(u, dropped, &flags);
	str_add(&key, u->directory ? u->directory : "");
	for (uint32_t i = 0; i + 1 < flags.list.n; i++)
		str_addf(&key, "%c%s", '\1', flags.list.at[i]);
	str_addc(&key, '\1');
	uint32_t id = intern_str(&x->commands, key.at);
	if (id > x->searches.n) {
		struct search s = {.good = false};
		s.good = clang_search(&x->memory, u->directory, flags.list.at,
				      &s.directories);
		vec_push(&x->searches, s);
	}
	words_free(&flags);
	str_free(&key);
	return &x->searches.at[id - 1];
}

/* Beside a header that is included by a flag clang looks for one that is compiled. */
static void add_compiled_headers(struct arena *a, const struct unit *u, struct words *out)
{
	for (const char *const *f = u->flags; *f; f++) {
		bool alone = strcmp(*f, "-include") == 0 || strcmp(*f, "--include") == 0;
		bool joined = !alone && strncmp(*f, "-include", 8) == 0;
		const char *name = joined ? *f + 8 : alone ? f[1] : NULL;
		if (!name)
			continue;
		vec_push(&out->list, arena_printf(a, "%s.gch", name));
		vec_push(&out->list, arena_printf(a, "%s.pch", name));
	}
}

static void store_now(struct unit_cache *x, const struct unit *u, const char *list,
		      const struct unit_made *m, struct unit_result *r)
{
	struct arena scratch = {0};
	struct words asked = {0};
	struct depends d;
	const struct search *search = search_of(x, u, m->dropped);
	add_compiled_headers(&scratch, u, &asked);
	struct depends_input in = {.directory = u->directory,
				   .list = list,
				   .search = &search->directories,
				   .asked = &asked,
				   .start = m->start,
				   .some_missing = m->failed != NULL};
	if (search->good && depends_record(&d, &x->files, &scratch, &in)) {
		struct digest key = key_of(x, u);
		struct digest contents = key_of_contents(&key, &d);
		put_entry(x, &contents, NULL, r);
		put_entry(x, &key, &d, r);
	}
	words_free(&asked);
	arena_release(&scratch);
}

/* The digest of the bitcode is told whether or not it can be kept. */
void unit_cache_store(struct unit_cache *x, const struct unit *u, const struct unit_made *m,
		      struct digest *bitcode)
{
	struct str text = {0}, names = {0};
	struct unit_result r = {.failed = m->failed,
				.dropped_count = m->dropped->list.n,
				.dropped = m->dropped->list.at};
	bool good = m->failed || str_read_file(&text, u->bitcode);
	if (!m->failed && good)
		r.bitcode = *bitcode = digest_of(str_cstr(&text), text.n);
	if (good && str_read_file(&names, m->list)) {
		if (!m->failed)
			cache_put(x->cache, bitcode, str_cstr(&text), text.n);
		pthread_mutex_lock(&x->turn);
		store_now(x, u, str_cstr(&names), m, &r);
		pthread_mutex_unlock(&x->turn);
	}
	str_free(&text);
	str_free(&names);
}
