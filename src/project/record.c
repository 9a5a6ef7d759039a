/* SPDX-License-Identifier: MIT */
/*
 * In place of a compiler: one line of JSON for each call, added under a lock as many run at
 * the same time, and then the compiler itself, which is the next of that name in PATH. That
 * one was called must never be a reason for it to fail, so what cannot be written down is
 * passed over; the build then finds fewer entries than calls.
 */
#include "project/record.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <jansson.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/str.h"

#define DIRECTORY "CHEQUER_RECORD"

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* ---- names of compilers ---- */

static bool ends_with(const char *name, size_t n, const char *end)
{
	size_t m = strlen(end);
	return n >= m && memcmp(name + n - m, end, m) == 0 && (n == m || name[n - m - 1] == '-');
}

/* gcc, clang-19, arm-none-eabi-gcc, x86_64-linux-gnu-gcc-12 */
static bool is_compiler_name(const char *name)
{
	static const char *const names[] = {"cc",  "gcc", "clang", "c89",
					    "c99", "tcc", "icx",   "icc"};
	size_t n = strlen(name), digits = n;
	while (digits && strchr("0123456789.", name[digits - 1]))
		digits--;
	if (digits < n && digits && name[digits - 1] == '-')
		n = digits - 1;
	if (strcmp(name, "chequer-cc") == 0)
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (ends_with(name, n, names[i]))
			return true;
	return false;
}

/* ---- the directory ---- */

static void link_to(const char *target, const char *directory, const char *prefix,
		    const char *name)
{
	struct str path = {0};
	str_addf(&path, "%s/%s%s", directory, prefix, name);
	if (symlink(target, str_cstr(&path)) != 0 && errno != EEXIST)
		die("cannot make %s: %s", str_cstr(&path), strerror(errno));
	str_free(&path);
}

static void link_compilers_of(const char *folder, const char *self, const char *directory)
{
	DIR *d = opendir(folder);
	struct dirent *e;
	while (d && (e = readdir(d)))
		if (is_compiler_name(e->d_name))
			link_to(self, directory, "", e->d_name);
	if (d)
		closedir(d);
}

/* CC may name a compiler outside of PATH, with flags behind it. */
static void redirect_cc(const char *self, const char *directory)
{
	const char *cc = getenv("CC");
	struct str with = {0}, compiler = {0};
	size_t n = cc ? strcspn(cc, " ") : 0;
	if (!n || cc[0] != '/')
		return;
	str_addn(&compiler, cc, n);
	link_to(str_cstr(&compiler), directory, "real.", base_name(str_cstr(&compiler)));
	link_to(self, directory, "", base_name(str_cstr(&compiler)));
	str_addf(&with, "%s/%s%s", directory, base_name(str_cstr(&compiler)), cc + n);
	setenv("CC", str_cstr(&with), 1);
	str_free(&with);
	str_free(&compiler);
}

void record_prepare(const char *directory)
{
	char self[4096];
	const char *path = getenv("PATH");
	struct arena scratch = {0};
	char *folders = arena_strdup(&scratch, path ? path : "/usr/bin:/bin");
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	if (n <= 0)
		die("cannot find out where chequer is: %s", strerror(errno));
	self[n] = 0;
	for (char *save, *f = strtok_r(folders, ":", &save); f; f = strtok_r(NULL, ":", &save))
		link_compilers_of(f, self, directory);
	redirect_cc(self, directory);
	struct str with = {0};
	str_addf(&with, "%s:%s", directory, path ? path : "/usr/bin:/bin");
	setenv("PATH", str_cstr(&with), 1);
	setenv(DIRECTORY, directory, 1);
	setenv("CCACHE_DISABLE", "1", 1); /* what it remembers is not compiled */
	str_free(&with);
	arena_release(&scratch);
}

/* ---- one call ---- */

bool record_is_compiler(const char *name)
{
	return getenv(DIRECTORY) && is_compiler_name(base_name(name));
}

static void write_line(const char *directory, json_t *entry)
{
	char *text = json_dumps(entry, JSON_COMPACT | JSON_ENSURE_ASCII);
	struct str path = {0}, line = {0};
	str_addf(&path, "%s/log", directory);
	int fd = open(str_cstr(&path), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	str_addf(&line, "%s\n", text ? text : "");
	if (fd >= 0 && text && flock(fd, LOCK_EX) == 0 &&
	    write(fd, line.at, line.n) != (ssize_t)line.n)
		warn("a compile command was not recorded: %s", strerror(errno));
	if (fd >= 0)
		close(fd);
	str_free(&path);
	str_free(&line);
	free(text);
}

static void note_call(const char *directory, const char *compiler, char **argv)
{
	char here[4096];
	json_t *words = json_array(), *entry = json_object();
	json_array_append_new(words, json_string(compiler));
	for (char **w = argv + 1; *w; w++)
		json_array_append_new(words, json_string(*w));
	if (getcwd(here, sizeof(here)))
		json_object_set_new(entry, "directory", json_string(here));
	json_object_set_new(entry, "arguments", words);
	write_line(directory, entry);
	json_decref(entry);
}

/* The compiler that CC named, or the next in PATH. */
static bool find_real(const char *directory, const char *name, struct str *out)
{
	char target[4096];
	str_addf(out, "%s/real.%s", directory, name);
	ssize_t n = readlink(str_cstr(out), target, sizeof(target) - 1);
	str_clear(out);
	if (n > 0) {
		str_addn(out, target, (size_t)n);
		return true;
	}
	struct arena scratch = {0};
	char *folders = arena_strdup(&scratch, getenv("PATH") ? getenv("PATH") : "");
	bool found = false;
	for (char *save, *f = strtok_r(folders, ":", &save); f && !found;
	     f = strtok_r(NULL, ":", &save)) {
		str_clear(out);
		str_addf(out, "%s/%s", f, name);
		found = strcmp(f, directory) != 0 && access(str_cstr(out), X_OK) == 0;
	}
	arena_release(&scratch);
	return found;
}

int record_compile(char **argv)
{
	const char *directory = getenv(DIRECTORY), *name = base_name(argv[0]);
	struct str real = {0};
	if (!find_real(directory, name, &real)) {
		fprintf(stderr, "%s: not found\n", name);
		return 127;
	}
	note_call(directory, name, argv);
	argv[0] = real.at;
	execv(real.at, argv);
	fprintf(stderr, "%s: %s\n", real.at, strerror(errno));
	return 126;
}
