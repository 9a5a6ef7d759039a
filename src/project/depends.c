/* SPDX-License-Identifier: MIT */
/*
 * The rule about names. An #include is spelt as the last components of the path of the
 * file that was found, perhaps with '..' in it. So a name that matters is a component of
 * some path that was read or asked for, and a directory that matters is one that is
 * searched, one that has a file which was read (for #include "..."), as many of their
 * parents as there are '..', and the directories in all of these, and in those, whose
 * names matter.
 */
#include "project/depends.h"

#include <string.h>
#include <sys/stat.h>

enum { MOST_DEPTH = 16, MOST_DIRECTORIES = 8192 };

static const char *seen_from(struct str *s, const char *directory, const char *path)
{
	str_clear(s);
	if (directory && path[0] != '/')
		str_addf(s, "%s/", directory);
	str_add(s, path);
	return s->at;
}

/* ---- the list of files ---- */

/* One name of a rule of make: '\ ', '\#' and '$$' stand for a character each. */
static const char *take_name(struct arena *a, const char **at)
{
	struct str name = {0};
	const char *p = *at;
	for (; *p && !strchr(" \t\r\n", *p); p++) {
		if (p[0] == '\\' && (p[1] == ' ' || p[1] == '#'))
			p++;
		else if (p[0] == '\\' && p[1] == '\n')
			break;
		else if (p[0] == '$' && p[1] == '$')
			p++;
		str_addc(&name, *p);
	}
	*at = p;
	const char *text = arena_strdup(a, str_cstr(&name));
	str_free(&name);
	return text;
}

static bool read_list(const char *list, struct arena *a, struct words *out)
{
	const char *at = strchr(list, ':');
	if (!at)
		return false;
	for (at++; *at;) {
		if (strchr(" \t\r\n", *at) || (at[0] == '\\' && at[1] == '\n'))
			at++;
		else
			vec_push(&out->list, take_name(a, &at));
	}
	return out->list.n > 0;
}

/* ---- recording ---- */

struct recording {
	struct depends *depends;
	struct files *files;
	struct arena *memory;
	const struct depends_input *in;
	struct name_set names, asked;
	uint32_t ups;
	struct intern seen; /* directories */
	VEC(struct depend) directories;
	struct str path;
};

/* A file that is not there, where that may be, is a name that was asked for. */
static bool record_missing(struct recording *r, const char *path, const char *shown)
{
	struct stat s;
	if (!r->in->some_missing || stat(path, &s) == 0)
		return false;
	names_add(&r->asked, intern_str(&r->files->names, shown));
	return true;
}

static bool record_files(struct recording *r, const struct words *list)
{
	struct depend *files = ARENA_ARRAY(r->memory, struct depend, list->list.n);
	bool good = true;
	uint32_t n = 0;
	for (uint32_t i = 0; good && i < list->list.n; i++) {
		const char *path = seen_from(&r->path, r->in->directory, list->list.at[i]);
		if (record_missing(r, path, list->list.at[i]))
			continue;
		files[n].path = list->list.at[i];
		good = files_record(r->files, path, r->in->start, &r->asked, &files[n].state);
		uint32_t ups = names_add_path(&r->names, r->files, files[n].path);
		r->ups = ups > r->ups ? ups : r->ups;
		n++;
	}
	r->depends->files = files;
	r->depends->file_count = n;
	return good;
}

static void record_asked(struct recording *r)
{
	for (uint32_t i = 0; i < r->in->asked->list.n; i++)
		names_add(&r->asked,
			  intern_str(&r->files->names, r->in->asked->list.at[i]));
	uint32_t n = r->asked.list.n;
	const char **asked = ARENA_ARRAY(r->memory, const char *, n + 1u);
	for (uint32_t i = 0; i < n; i++) {
		asked[i] = arena_strdup(r->memory,
					intern_at(&r->files->names, r->asked.list.at[i]));
		uint32_t ups = names_add_path(&r->names, r->files, asked[i]);
		r->ups = ups > r->ups ? ups : r->ups;
	}
	r->names.all = r->depends->all_names = r->asked.all;
	r->names.asks = n > 0;
	r->depends->asked = asked;
	r->depends->asked_count = n;
}

/* False when it goes on for too long, or when one has changed. */
static bool record_directory(struct recording *r, const char *path, uint32_t depth)
{
	struct name_list inner = {0};
	struct depend d = {.path = arena_strdup(r->memory, path)};
	if (intern_find(&r->seen, path, strlen(path)))
		return true;
	intern_str(&r->seen, path);
	if (depth > MOST_DEPTH || r->directories.n > MOST_DIRECTORIES)
		return false;
	bool good = files_record_directory(r->files,
					   seen_from(&r->path, r->in->directory, path),
					   r->in->start, &r->names, &inner, &d.state);
	vec_push(&r->directories, d);
	for (uint32_t i = 0; good && i < inner.ids.n; i++) {
		const char *name = intern_at(&r->files->names, inner.ids.at[i]);
		if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
			good = record_directory(
				r, arena_printf(r->memory, "%s/%s", path, name),
				depth + 1);
	}
	vec_free(&inner.ids);
	return good;
}

/* With its parents, as far up as some path goes. */
static bool record_place(struct recording *r, const char *path)
{
	bool good = record_directory(r, path, 0);
	for (uint32_t i = 0; good && i < r->ups; i++) {
		path = arena_printf(r->memory, "%s/..", path);
		good = record_directory(r, path, 0);
	}
	return good;
}

static const char *folder_of(struct arena *a, const char *file)
{
	const char *slash = strrchr(file, '/');
	if (!slash)
		return ".";
	return slash == file ? "/" : arena_printf(a, "%.*s", (int)(slash - file), file);
}

static bool record_directories(struct recording *r)
{
	bool good = true;
	for (uint32_t i = 0; good && i < r->in->search->list.n; i++)
		good = record_place(r, r->in->search->list.at[i]);
	for (uint32_t i = 0; good && i < r->depends->file_count; i++)
		good = record_place(r, folder_of(r->memory, r->depends->files[i].path));
	r->depends->directory_count = r->directories.n;
	r->depends->directories =
		arena_memdup(r->memory, r->directories.at,
			     r->directories.n * sizeof(*r->directories.at));
	return good;
}

bool depends_record(struct depends *d, struct files *f, struct arena *a,
		    const struct depends_input *in)
{
	struct recording r = {.depends = d, .files = f, .memory = a, .in = in};
	struct words list = {0};
	*d = (struct depends){0};
	bool good = read_list(in->list, a, &list) && record_files(&r, &list);
	if (good) {
		record_asked(&r);
		good = record_directories(&r);
	}
	names_free(&r.names);
	names_free(&r.asked);
	intern_free(&r.seen);
	vec_free(&r.directories);
	str_free(&r.path);
	words_free(&list);
	return good;
}

/* ---- comparing ---- */

static void collect_names(const struct depends *d, struct files *f, struct name_set *out)
{
	for (uint32_t i = 0; i < d->file_count; i++)
		names_add_path(out, f, d->files[i].path);
	for (uint32_t i = 0; i < d->asked_count; i++)
		names_add_path(out, f, d->asked[i]);
	out->all = d->all_names;
}

static bool same_stamps(const struct file_state *a, const struct file_state *b)
{
	return memcmp(&a->stamp, &b->stamp, sizeof(a->stamp)) == 0 &&
	       a->there == b->there;
}

static enum depends_change change_of(const struct file_state *then,
				     const struct file_state *now)
{
	if (then->there != now->there || !digest_same(&then->content, &now->content))
		return DEPENDS_OTHER;
	return same_stamps(then, now) ? DEPENDS_SAME : DEPENDS_STAMPS;
}

static enum depends_change compare_files(const struct depends *then, struct files *f,
					 const char *directory, struct depend *now)
{
	enum depends_change worst = DEPENDS_SAME;
	struct str path = {0};
	for (uint32_t i = 0; i < then->file_count && worst != DEPENDS_MISSING; i++) {
		const struct depend *x = &then->files[i];
		enum depends_change c = DEPENDS_MISSING;
		if (files_compare(f, seen_from(&path, directory, x->path), &x->state,
				  &now[i].state))
			c = change_of(&x->state, &now[i].state);
		worst = c > worst ? c : worst;
	}
	str_free(&path);
	return worst;
}

static enum depends_change compare_directories(const struct depends *then,
					       struct files *f, const char *directory,
					       struct depend *now)
{
	enum depends_change worst = DEPENDS_SAME;
	struct name_set names = {.all = false};
	struct str path = {0};
	for (uint32_t i = 0; i < then->directory_count; i++) {
		const struct depend *x = &then->directories[i];
		const char *at = seen_from(&path, directory, x->path);
		if (!files_compare_directory(f, at, names.list.n ? &names : NULL,
					     &x->state, &now[i].state)) {
			collect_names(then, f, &names); /* the first that has changed */
			files_compare_directory(f, at, &names, &x->state, &now[i].state);
		}
		enum depends_change c = change_of(&x->state, &now[i].state);
		worst = c > worst ? c : worst;
	}
	names_free(&names);
	str_free(&path);
	return worst;
}

enum depends_change depends_compare(const struct depends *then, struct files *f,
				    struct arena *a, const char *directory,
				    struct depends *now)
{
	struct depend *files =
		arena_memdup(a, then->files, then->file_count * sizeof(*files));
	struct depend *folders = arena_memdup(a, then->directories,
					      then->directory_count * sizeof(*folders));
	*now = *then;
	now->files = files;
	now->directories = folders;
	enum depends_change c = compare_files(then, f, directory, files);
	if (c == DEPENDS_MISSING)
		return c;
	enum depends_change d = compare_directories(then, f, directory, folders);
	return d > c ? d : c;
}

bool depends_are_firm(const struct depends *d, struct files *f, const char *directory)
{
	struct str path = {0};
	bool firm = true;
	for (uint32_t i = 0; firm && i < d->file_count; i++)
		firm = files_is_firm(f, seen_from(&path, directory, d->files[i].path),
				     false);
	for (uint32_t i = 0; firm && i < d->directory_count; i++)
		firm = files_is_firm(
			f, seen_from(&path, directory, d->directories[i].path), true);
	str_free(&path);
	return firm;
}

/* ---- as bytes ---- */

static void digest_list(struct digester *out, const struct depend *list, uint32_t n)
{
	digest_number(out, n);
	for (uint32_t i = 0; i < n; i++) {
		digest_text(out, list[i].path);
		digest_number(out, list[i].state.there);
		digest_digest(out, &list[i].state.content);
	}
}

void depends_digest(const struct depends *d, struct digester *out)
{
	digest_list(out, d->files, d->file_count);
	digest_list(out, d->directories, d->directory_count);
	digest_number(out, d->asked_count);
	for (uint32_t i = 0; i < d->asked_count; i++)
		digest_text(out, d->asked[i]);
	digest_number(out, d->all_names);
}

static void code_depend(struct bytes *b, void *element)
{
	struct depend *x = element;
	bytes_text(b, &x->path);
	bytes_bool(b, &x->state.there);
	bytes_u64(b, &x->state.stamp.size);
	bytes_u64(b, &x->state.stamp.modified);
	bytes_u64(b, &x->state.stamp.changed);
	bytes_u64(b, &x->state.stamp.inode);
	bytes_digest(b, &x->state.content);
	if (!x->path)
		b->bad = true;
}

static void code_asked(struct bytes *b, void *element)
{
	const char **x = element;
	bytes_text(b, x);
	if (!*x)
		b->bad = true;
}

void depends_code(struct bytes *b, struct depends *d)
{
	d->files =
		bytes_list(b, d->files, &d->file_count, sizeof(*d->files), code_depend);
	d->directories = bytes_list(b, d->directories, &d->directory_count,
				    sizeof(*d->directories), code_depend);
	d->asked =
		bytes_list(b, d->asked, &d->asked_count, sizeof(*d->asked), code_asked);
	bytes_bool(b, &d->all_names);
}
