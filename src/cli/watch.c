/* SPDX-License-Identifier: MIT */
/*
 * chequer watch: check, and check again after each change. Each time it is a process of
 * its own, so that nothing that ends a run ends the watch; the cache makes it short. It
 * tells us by a file which files it has read (--inputs). Their directories are watched,
 * as editors put new files in the place of old ones.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/map.h"
#include "base/process.h"
#include "base/str.h"
#include "cache/files.h"
#include "cli/analysis.h"
#include "project/unit_cache.h"

enum {
	SETTLE_MS = 100,
	EVENTS = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
};

struct watch {
	const struct options *options;
	int inotify;
	struct intern files;       /* that were read */
	struct intern directories; /* that are watched */
	struct map by_descriptor;  /* to ids of directories */
	struct str list;           /* the file for --inputs */
	struct str changed;        /* the first file that has, or "" */
};

/* ---- what a run has read ---- */

void tell_inputs(const struct analysis *a, bool compiled)
{
	const char *path = a->options->inputs;
	FILE *out = path ? fopen(path, compiled ? "a" : "w") : NULL;
	if (!out)
		return;
	for (uint32_t i = 0; !compiled && i < a->project.units.n; i++)
		fprintf(out, "%s\n", a->project.units.at[i].source);
	for (uint32_t i = 0; !compiled && i < a->options->models.words.n; i++)
		fprintf(out, "%s\n", a->options->models.words.at[i]);
	if (!compiled && a->options->config)
		fprintf(out, "%s\n", a->options->config);
	if (!compiled && a->options->database)
		fprintf(out, "%s/compile_commands.json\n", a->options->database);
	if (compiled && a->project.cache)
		unit_cache_list(a->project.cache, out);
	fclose(out);
}

/* ---- what is watched ---- */

static bool is_newer(const char *path, uint64_t moment)
{
	struct stat s;
	if (stat(path, &s) != 0)
		return false;
	return (uint64_t)s.st_mtim.tv_sec * 1000000000u + (uint64_t)s.st_mtim.tv_nsec >=
	       moment;
}

/* True when it was not watched. */
static bool watch_directory(struct watch *w, const char *path)
{
	if (intern_find(&w->directories, path, strlen(path)))
		return false;
	uint32_t id = intern_str(&w->directories, path);
	int descriptor = inotify_add_watch(w->inotify, path, EVENTS);
	if (descriptor >= 0)
		map_put(&w->by_descriptor, (uint64_t)descriptor, id);
	return true;
}

/* What was written while nobody watched is noticed by its time. */
static void watch_file(struct watch *w, const char *path, uint64_t start)
{
	const char *slash = strrchr(path, '/');
	struct str directory = {0};
	if (slash)
		str_addn(&directory, path, slash == path ? 1 : (size_t)(slash - path));
	else
		str_add(&directory, ".");
	intern_str(&w->files, path);
	if (watch_directory(w, directory.at) && is_newer(path, start) && !w->changed.n)
		str_add(&w->changed, path);
	str_free(&directory);
}

static void watch_inputs(struct watch *w, uint64_t start)
{
	struct str text = {0};
	if (!str_read_file(&text, w->list.at))
		str_clear(&text);
	str_addc(&text, '\n');
	for (char *save = NULL, *line = strtok_r(text.at, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		if (strncmp(line, "/usr/", 5) != 0)
			watch_file(w, line, start);
	}
	str_free(&text);
}

/* ---- a run ---- */

static void run_once(struct watch *w)
{
	uint64_t start = files_now();
	pid_t pid = fork();
	if (pid < 0)
		die("cannot start a run: %s", strerror(errno));
	const char *const more[] = {"--inputs", w->list.at, NULL};
	if (pid == 0)
		exec_check(w->options, more);
	while (waitpid(pid, NULL, 0) < 0)
		if (errno != EINTR)
			die("lost a run: %s", strerror(errno));
	str_clear(&w->changed);
	watch_inputs(w, start);
	if (!w->options->quiet)
		fprintf(stderr, "chequer: watching %u directories\n",
			w->directories.n ? w->directories.n - 1 : 0);
}

/* ---- waiting ---- */

/* A file that was read, or a source that may be from now on. */
static bool matters(struct watch *w, const char *path)
{
	const char *dot = strrchr(path, '.');
	return intern_find(&w->files, path, strlen(path)) ||
	       (dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0));
}

static void take_event(struct watch *w, const struct inotify_event *e)
{
	uint32_t id = map_get(&w->by_descriptor, (uint64_t)e->wd, 0);
	const char *directory = intern_at(&w->directories, id);
	struct str path = {0};
	if (!id || !e->len || w->changed.n)
		return;
	if (strcmp(directory, ".") != 0)
		str_addf(&path, "%s/", strcmp(directory, "/") == 0 ? "" : directory);
	str_add(&path, e->name);
	if (matters(w, path.at))
		str_add(&w->changed, path.at);
	str_free(&path);
}

static void take_events(struct watch *w)
{
	_Alignas(struct inotify_event) char buffer[1 << 14];
	ssize_t n = read(w->inotify, buffer, sizeof(buffer));
	for (ssize_t at = 0; at < n;) {
		const struct inotify_event *e = (const void *)(buffer + at);
		take_event(w, e);
		at += (ssize_t)(sizeof(*e) + e->len);
	}
}

/* Until something that matters has changed, and then until nothing more does. */
static void wait_for_change(struct watch *w)
{
	struct pollfd p = {.fd = w->inotify, .events = POLLIN};
	while (poll(&p, 1, w->changed.n ? SETTLE_MS : -1) != 0)
		take_events(w);
	if (!w->options->quiet)
		fprintf(stderr, "chequer: %s has changed\n", w->changed.at);
}

int run_watch(const struct options *o)
{
	struct watch w = {.options = o, .inotify = inotify_init1(IN_CLOEXEC)};
	if (w.inotify < 0)
		die("cannot watch files: %s", strerror(errno));
	str_addf(&w.list, "%s/inputs", process_temporary_directory());
	for (;;) {
		run_once(&w);
		wait_for_change(&w);
	}
}
