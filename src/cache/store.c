/* SPDX-License-Identifier: MIT */
/*
 * DIR/1/ab/cdef...: two digits of the key for the folder, the rest for the file. A file
 * begins with a word, its own key and the digest of what follows. Its time of change is
 * when it was used last, give or take an hour.
 *
 * Only files with such names are ever removed: the user may have named a directory where
 * other things are.
 */
#define _GNU_SOURCE /* struct stat has nanoseconds, O_CLOEXEC */
#include "cache/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/vec.h"

#define LAYOUT "1" /* of the directory and of the files in it */
#define NEW_FILE ".new-"
enum { HOUR = 3600, FOLDER_DIGITS = 2, FILE_DIGITS = DIGEST_HEX - FOLDER_DIGITS };

static const char magic[8] = {'c', 'h', 'e', 'q', 'u', 'e', 'r', '1'};

struct header {
	char magic[sizeof(magic)];
	struct digest key, content;
};

struct cache {
	struct str root; /* DIR/1 */
	uint64_t most;
	atomic_bool written, full; /* something was put in; no more can be */
};

/* ---- names ---- */

static void entry_path(const struct cache *c, const struct digest *key, struct str *out)
{
	char hex[DIGEST_HEX + 1];
	digest_hex(key, hex);
	str_addf(out, "%s/%.2s/%s", c->root.at, hex, hex + FOLDER_DIGITS);
}

static bool is_hex(const char *name, size_t n)
{
	return strlen(name) == n && strspn(name, "0123456789abcdef") == n;
}

/* ---- opening ---- */

static bool make_directories(const char *path)
{
	struct str part = {0};
	struct stat s;
	for (const char *at = path; *at; at++) {
		if (*at == '/' && at > path && stat(str_cstr(&part), &s) != 0)
			mkdir(part.at, 0700);
		str_addc(&part, *at);
	}
	bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
	str_free(&part);
	return made && stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* What backup programs look for. */
static void tag_directory(const char *directory)
{
	static const char text[] =
		"Signature: 8a477f597d28d172789f06886806bc55\n"
		"# The cache of chequer; it may be removed at any time.\n";
	struct str path = {0};
	str_addf(&path, "%s/CACHEDIR.TAG", directory);
	int fd = open(path.at, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd >= 0) {
		if (write(fd, text, strlen(text)) < 0)
			unlink(path.at);
		close(fd);
	}
	str_free(&path);
}

struct cache *cache_open(const char *directory, uint64_t most)
{
	struct cache *c = xcalloc(1, sizeof(*c));
	c->most = most;
	str_addf(&c->root, "%s/" LAYOUT, directory);
	if (!make_directories(c->root.at)) {
		str_free(&c->root);
		free(c);
		return NULL;
	}
	tag_directory(directory);
	return c;
}

/* ---- reading ---- */

/* Says that it was used; not each time, as that would be a write for every read. */
static void mark_used(const char *path)
{
	struct stat s;
	if (stat(path, &s) == 0 && s.st_mtime + HOUR < time(NULL))
		utimensat(AT_FDCWD, path, NULL, 0);
}

static bool read_all(int fd, struct str *out)
{
	char buffer[1 << 16];
	ssize_t n;
	while ((n = read(fd, buffer, sizeof(buffer))) > 0)
		str_addn(out, buffer, (size_t)n);
	return n == 0;
}

static bool is_sound(const struct str *file, const struct digest *key)
{
	struct header h;
	if (file->n < sizeof(h))
		return false;
	memcpy(&h, file->at, sizeof(h));
	struct digest content = digest_of(file->at + sizeof(h), file->n - sizeof(h));
	return memcmp(h.magic, magic, sizeof(magic)) == 0 && digest_same(&h.key, key) &&
	       digest_same(&h.content, &content);
}

bool cache_get(struct cache *c, const struct digest *key, struct str *out)
{
	struct str path = {0}, file = {0};
	entry_path(c, key, &path);
	int fd = open(path.at, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	bool found = fd >= 0 && read_all(fd, &file) && is_sound(&file, key);
	if (fd >= 0)
		close(fd);
	if (found) {
		str_addn(out, file.at + sizeof(struct header),
			 file.n - sizeof(struct header));
		mark_used(path.at);
	} else if (fd >= 0) {
		unlink(path.at); /* damaged: it only takes room */
	}
	str_free(&file);
	str_free(&path);
	return found;
}

void cache_keep(struct cache *c, const struct digest *key)
{
	struct str path = {0};
	entry_path(c, key, &path);
	mark_used(path.at);
	str_free(&path);
}

/* ---- writing ---- */

static bool write_all(int fd, const void *bytes, size_t n)
{
	const char *at = bytes;
	while (n > 0) {
		ssize_t part = write(fd, at, n);
		if (part < 0 && errno == EINTR)
			continue;
		if (part <= 0)
			return false;
		at += part;
		n -= (size_t)part;
	}
	return true;
}

static int make_new_file(const struct cache *c, const char *path, struct str *new)
{
	size_t folder = c->root.n + 1 + FOLDER_DIGITS;
	str_addn(new, path, folder);
	mkdir(new->at, 0700);
	str_add(new, "/" NEW_FILE "XXXXXX");
	return mkostemp(new->at, O_CLOEXEC);
}

void cache_put(struct cache *c, const struct digest *key, const void *bytes, size_t n)
{
	struct header h = {.key = *key, .content = digest_of(bytes, n)};
	struct str path = {0}, new = {0};
	if (atomic_load(&c->full))
		return;
	memcpy(h.magic, magic, sizeof(magic));
	entry_path(c, key, &path);
	int fd = make_new_file(c, path.at, &new);
	bool ok = fd >= 0 && write_all(fd, &h, sizeof(h)) && write_all(fd, bytes, n);
	if (fd >= 0 && close(fd) != 0)
		ok = false;
	if (ok)
		ok = rename(new.at, path.at) == 0;
	if (!ok && fd >= 0)
		unlink(new.at);
	atomic_store(ok ? &c->written : &c->full, true);
	str_free(&path);
	str_free(&new);
}

/* ---- what is too much ---- */

struct old_file {
	struct timespec used;
	uint64_t size;
	char name[FOLDER_DIGITS + 1 + DIGEST_HEX + 1]; /* from the root */
};

struct inventory {
	VEC(struct old_file) files;
	uint64_t total;
};

/* A file that somebody is writing is as new as can be; one that was left behind goes. */
static bool is_ours(const char *name, const struct stat *s)
{
	bool forgotten = strncmp(name, NEW_FILE, strlen(NEW_FILE)) == 0 &&
			 s->st_mtime + HOUR < time(NULL);
	return S_ISREG(s->st_mode) && (is_hex(name, FILE_DIGITS) || forgotten);
}

static void list_folder(const struct cache *c, const char *folder, struct inventory *v)
{
	struct str path = {0};
	struct dirent *e;
	str_addf(&path, "%s/%s", c->root.at, folder);
	DIR *dir = opendir(path.at);
	while (dir && (e = readdir(dir))) {
		struct stat s;
		struct old_file f = {0};
		if (fstatat(dirfd(dir), e->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0 ||
		    !is_ours(e->d_name, &s))
			continue;
		f.used = s.st_mtim;
		f.size = (uint64_t)s.st_blocks * 512;
		snprintf(f.name, sizeof(f.name), "%.2s/%.32s", folder, e->d_name);
		vec_push(&v->files, f);
		v->total += f.size;
	}
	if (dir)
		closedir(dir);
	str_free(&path);
}

static void list_all(const struct cache *c, struct inventory *v)
{
	DIR *dir = opendir(c->root.at);
	struct dirent *e;
	while (dir && (e = readdir(dir))) {
		if (is_hex(e->d_name, FOLDER_DIGITS))
			list_folder(c, e->d_name, v);
	}
	if (dir)
		closedir(dir);
}

static int by_use(const void *a, const void *b)
{
	const struct old_file *x = a, *y = b;
	if (x->used.tv_sec != y->used.tv_sec)
		return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
	return (x->used.tv_nsec > y->used.tv_nsec) - (x->used.tv_nsec < y->used.tv_nsec);
}

/* A little more than needed, so that it is not done each time. */
static void make_room(const struct cache *c)
{
	struct inventory v = {.total = 0};
	struct str path = {0};
	list_all(c, &v);
	if (v.total > c->most && v.files.n > 0)
		qsort(v.files.at, v.files.n, sizeof(*v.files.at), by_use);
	bool over = v.total > c->most;
	for (uint32_t i = 0; over && i < v.files.n && v.total > c->most / 10 * 9; i++) {
		str_clear(&path);
		str_addf(&path, "%s/%s", c->root.at, v.files.at[i].name);
		unlink(path.at);
		v.total -= v.files.at[i].size;
	}
	vec_free(&v.files);
	str_free(&path);
}

void cache_close(struct cache *c)
{
	if (!c)
		return;
	if (atomic_load(&c->written) || atomic_load(&c->full))
		make_room(c);
	str_free(&c->root);
	free(c);
}
