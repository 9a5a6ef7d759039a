/* SPDX-License-Identifier: MIT */
/*
 * Tables by path. Who verifies looks at a path once in a run; who records looks again,
 * but reads again only what has another stamp.
 *
 * A source may ask whether a header is there without reading it (__has_include). Such
 * names are found in the text: behind the word, in quotes or angle brackets. Where
 * something else stands behind it, and that is not the definition of a macro of such a
 * name, any name may be meant.
 */
#define _GNU_SOURCE /* CLOCK_REALTIME_COARSE, st_mtim, memmem */
#include "cache/files.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/str.h"

#define ASKING "has_include"

/* ---- stamps ---- */

static uint64_t nanoseconds(struct timespec t)
{
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The clock that the kernel takes the times of inodes from. */
uint64_t files_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME_COARSE, &t);
	return nanoseconds(t);
}

static bool get_stamp(const char *path, bool directory, struct file_stamp *out)
{
	struct stat s;
	*out = (struct file_stamp){0};
	if (stat(path, &s) != 0 || !(directory ? S_ISDIR(s.st_mode) : S_ISREG(s.st_mode)))
		return false;
	*out = (struct file_stamp){directory ? 0 : (uint64_t)s.st_size,
				   nanoseconds(s.st_mtim), nanoseconds(s.st_ctim),
				   s.st_ino};
	return true;
}

static bool same_stamp(const struct file_stamp *a, const struct file_stamp *b)
{
	return a->size == b->size && a->modified == b->modified &&
	       a->changed == b->changed && a->inode == b->inode;
}

static bool is_before(const struct file_stamp *s, uint64_t moment)
{
	return s->changed < moment && s->modified < moment;
}

/* ---- names ---- */

void names_add(struct name_set *s, uint32_t id)
{
	if (map_add(&s->set, id))
		vec_push(&s->list, id);
}

uint32_t names_add_path(struct name_set *s, struct files *f, const char *path)
{
	uint32_t ups = 0;
	while (*path) {
		size_t n = strcspn(path, "/");
		if (n == 2 && memcmp(path, "..", 2) == 0)
			ups++;
		else if (n > 0 && !(n == 1 && *path == '.'))
			names_add(s, intern_bytes(&f->names, path, n));
		path += n + (path[n] == '/');
	}
	return ups;
}

void names_free(struct name_set *s)
{
	map_free(&s->set);
	vec_free(&s->list);
}

/* ---- what a text asks for ---- */

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* '#define X(h) __has_include(h)' where X has the word in it too: then its uses are
 * found. */
static bool defines_asking(const char *line, const char *at)
{
	while (line < at && (*line == ' ' || *line == '\t' || *line == '#'))
		line++;
	if (at - line < 7 || memcmp(line, "define", 6) != 0)
		return false;
	for (line += 6; line < at && (*line == ' ' || *line == '\t');)
		line++;
	const char *end = line;
	while (end < at + strlen(ASKING) && is_name(*end))
		end++;
	return memmem(line, (size_t)(end - line), ASKING, strlen(ASKING)) != NULL;
}

static void take_question(struct files *f, struct file_entry *e, const char *line,
			  const char *at, const char *end)
{
	const char *p = at + strlen(ASKING);
	while (p < end && is_name(*p))
		p++;
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	if (p == end || *p != '(')
		return; /* is it defined? */
	p++;
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	const char *close =
		p < end && (*p == '"' || *p == '<')
			? memchr(p + 1, *p == '<' ? '>' : '"', (size_t)(end - p - 1))
			: NULL;
	if (close && close > p + 1)
		vec_push(&e->asked,
			 intern_bytes(&f->names, p + 1, (size_t)(close - p - 1)));
	else if (!defines_asking(line, at))
		e->asks_anything = true;
}

static void find_questions(struct files *f, struct file_entry *e, const struct str *text)
{
	const char *at = str_cstr(text), *end = at + text->n;
	vec_clear(&e->asked);
	e->asks_anything = false;
	while ((at = memmem(at, (size_t)(end - at), ASKING, strlen(ASKING)))) {
		const char *line = at;
		while (line > text->at && line[-1] != '\n')
			line--;
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		take_question(f, e, line, at, stop ? stop : end);
		at += strlen(ASKING);
	}
}

/* ---- files ---- */

static struct file_entry *find_file(struct files *f, const char *path)
{
	uint32_t id = intern_str(&f->paths, path);
	while (f->files.n < id)
		vec_push(&f->files, ((struct file_entry){.looked = false}));
	return &f->files.at[id - 1];
}

/* Another stamp: what was known about the contents is over. */
static void look(struct file_entry *e, const char *path)
{
	struct file_stamp s;
	e->there = get_stamp(path, false, &s);
	e->read = e->read && e->there && same_stamp(&s, &e->stamp);
	e->stamp = s;
	e->looked = true;
}

static void read_file(struct files *f, struct file_entry *e, const char *path)
{
	struct str text = {0};
	struct file_stamp after;
	uint64_t start = files_now();
	if (e->read || !e->there)
		return;
	e->read = str_read_file(&text, path) && get_stamp(path, false, &after);
	if (e->read) {
		e->content = digest_of(str_cstr(&text), text.n);
		e->firm = same_stamp(&e->stamp, &after) && is_before(&after, start);
		find_questions(f, e, &text);
	}
	e->there = e->read;
	str_free(&text);
}

bool files_compare(struct files *f, const char *path, const struct file_state *then,
		   struct file_state *now)
{
	struct file_entry *e = find_file(f, path);
	if (!e->looked)
		look(e, path);
	if (e->there && same_stamp(&e->stamp, &then->stamp)) {
		*now = *then;
		return true;
	}
	read_file(f, e, path);
	*now = (struct file_state){e->there, e->stamp, e->content};
	return e->there;
}

bool files_record(struct files *f, const char *path, uint64_t start,
		  struct name_set *asked, struct file_state *out)
{
	struct file_entry *e = find_file(f, path);
	look(e, path);
	read_file(f, e, path);
	for (uint32_t i = 0; i < e->asked.n; i++)
		names_add(asked, e->asked.at[i]);
	asked->all = asked->all || e->asks_anything;
	*out = (struct file_state){e->there, e->stamp, e->content};
	return e->there && e->firm && is_before(&e->stamp, start);
}

/* ---- directories ---- */

static struct directory_entry *find_directory(struct files *f, const char *path)
{
	uint32_t id = intern_str(&f->folders, path);
	while (f->directories.n < id)
		vec_push(&f->directories, ((struct directory_entry){.looked = false}));
	return &f->directories.at[id - 1];
}

static void look_directory(struct directory_entry *e, const char *path)
{
	struct file_stamp s;
	e->there = get_stamp(path, true, &s);
	e->listed = e->listed && e->there && same_stamp(&s, &e->stamp);
	e->stamp = s;
	e->looked = true;
}

/* What the directory itself says that a name in it is; a link is asked where it leads. */
enum name_kind { NAME_OTHER = 1, NAME_FILE, NAME_DIRECTORY };

static uint32_t kind_of(const struct dirent *x)
{
	if (x->d_type == DT_REG)
		return NAME_FILE;
	return x->d_type == DT_DIR ? NAME_DIRECTORY : NAME_OTHER;
}

static void list_directory(struct files *f, struct directory_entry *e, const char *path)
{
	struct file_stamp after;
	struct dirent *x;
	uint64_t start = files_now();
	if (e->listed || !e->there)
		return;
	map_clear(&e->names);
	vec_clear(&e->list);
	DIR *dir = opendir(path);
	while (dir && (x = readdir(dir))) {
		uint32_t id = intern_str(&f->names, x->d_name);
		if (map_add(&e->names, id))
			vec_push(&e->list, id);
		map_put(&e->names, id, kind_of(x));
	}
	if (dir)
		closedir(dir);
	e->listed = dir && get_stamp(path, true, &after);
	e->firm = e->listed && same_stamp(&e->stamp, &after) && is_before(&after, start);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Those of the names that are there; the shorter list is gone through. */
static void names_there(const struct directory_entry *e, const struct name_set *names,
			struct name_list *out)
{
	if (names->all || e->list.n < names->list.n) {
		for (uint32_t i = 0; i < e->list.n; i++)
			if (names->all || map_get(&names->set, e->list.at[i], 0))
				vec_push(&out->ids, e->list.at[i]);
		return;
	}
	for (uint32_t i = 0; i < names->list.n; i++)
		if (map_get(&e->names, names->list.at[i], 0))
			vec_push(&out->ids, names->list.at[i]);
}

static bool is_directory(const char *folder, const char *name, enum name_kind kind)
{
	struct str path = {0};
	struct stat s;
	if (kind != NAME_OTHER)
		return kind == NAME_DIRECTORY;
	str_addf(&path, "%s/%s", folder, name);
	bool is = stat(path.at, &s) == 0 && S_ISDIR(s.st_mode);
	str_free(&path);
	return is;
}

/* By their names, and which are directories. */
static struct digest digest_names(struct files *f, const struct directory_entry *e,
				  const char *path, const struct name_list *there,
				  struct name_list *inner)
{
	struct digester d;
	const char **sorted = xcalloc(there->ids.n + 1u, sizeof(*sorted));
	for (uint32_t i = 0; i < there->ids.n; i++)
		sorted[i] = intern_at(&f->names, there->ids.at[i]);
	qsort(sorted, there->ids.n, sizeof(*sorted), by_text);
	digest_start(&d);
	for (uint32_t i = 0; i < there->ids.n; i++) {
		uint32_t id = intern_str(&f->names, sorted[i]);
		bool folder = is_directory(path, sorted[i], map_get(&e->names, id, NAME_OTHER));
		digest_text(&d, sorted[i]);
		digest_number(&d, folder);
		if (folder && inner)
			vec_push(&inner->ids, id);
	}
	free(sorted);
	return digest_end(&d);
}

static void describe_directory(struct files *f, struct directory_entry *e,
			       const char *path, const struct name_set *names,
			       struct name_list *inner, struct file_state *out)
{
	struct name_list there = {0};
	list_directory(f, e, path);
	*out = (struct file_state){.there = e->there && e->listed, .stamp = e->stamp};
	if (!out->there)
		return;
	names_there(e, names, &there);
	out->content = digest_names(f, e, path, &there, inner);
	vec_free(&there.ids);
}

bool files_compare_directory(struct files *f, const char *path,
			     const struct name_set *names, const struct file_state *then,
			     struct file_state *now)
{
	struct directory_entry *e = find_directory(f, path);
	if (!e->looked)
		look_directory(e, path);
	if (e->there == then->there && same_stamp(&e->stamp, &then->stamp)) {
		*now = *then;
		return true;
	}
	if (names)
		describe_directory(f, e, path, names, NULL, now);
	return names;
}

/* Was everything that is there, and matters, there before? What was there and is gone
 * would not be seen; if it was read, the file itself is missed. */
static bool was_there_before(struct files *f, const char *path, uint64_t start,
			     const struct directory_entry *e,
			     const struct name_set *names)
{
	struct name_list there = {0};
	struct str file = {0};
	bool before = !names->all && !names->asks;
	names_there(e, names, &there);
	for (uint32_t i = 0; before && i < there.ids.n; i++) {
		struct stat s;
		str_clear(&file);
		str_addf(&file, "%s/%s", path, intern_at(&f->names, there.ids.at[i]));
		before = lstat(file.at, &s) == 0 && nanoseconds(s.st_ctim) < start;
	}
	vec_free(&there.ids);
	str_free(&file);
	return before;
}

bool files_record_directory(struct files *f, const char *path, uint64_t start,
			    const struct name_set *names, struct name_list *inner,
			    struct file_state *out)
{
	struct directory_entry *e = find_directory(f, path);
	look_directory(e, path);
	describe_directory(f, e, path, names, inner, out);
	if (!e->there)
		return true;
	if (!e->listed)
		return false;
	if (e->firm && is_before(&e->stamp, start))
		return true;
	out->stamp = (struct file_stamp){0}; /* not to be relied on: its names will be */
	return was_there_before(f, path, start, e, names);
}

bool files_is_firm(struct files *f, const char *path, bool directory)
{
	if (directory) {
		const struct directory_entry *e = find_directory(f, path);
		return !e->there || !e->listed || e->firm;
	}
	const struct file_entry *e = find_file(f, path);
	return !e->read || e->firm;
}

void files_free(struct files *f)
{
	for (uint32_t i = 0; i < f->files.n; i++)
		vec_free(&f->files.at[i].asked);
	for (uint32_t i = 0; i < f->directories.n; i++) {
		map_free(&f->directories.at[i].names);
		vec_free(&f->directories.at[i].list);
	}
	vec_free(&f->files);
	vec_free(&f->directories);
	intern_free(&f->paths);
	intern_free(&f->folders);
	intern_free(&f->names);
}
