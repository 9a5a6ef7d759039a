/* SPDX-License-Identifier: MIT */
/* git diff without context, read: each hunk says which lines are new, and after which line
 * something is gone; its heading names the function around it. Where a call is gone, a lock may be
 * gone, or a join. */
#include "project/changes.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "project/paths.h"

/* ---- git ---- */

static void become_git(const char *const *argv, int out)
{
	sigset_t none;
	char *const *words;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	memcpy(&words, &argv, sizeof(words)); /* exec does not write to them */
	if (dup2(out, STDOUT_FILENO) >= 0 && dup2(out, STDERR_FILENO) >= 0)
		execvp(words[0], words);
	_exit(127);
}

static void read_all(int fd, struct str *out)
{
	char buffer[65536];
	ssize_t n;
	while ((n = read(fd, buffer, sizeof(buffer))) > 0 || (n < 0 && errno == EINTR))
		if (n > 0)
			str_addn(out, buffer, (size_t)n);
}

/* Its exit status, and all that it says. */
static int run_git(const char *const *argv, struct str *out)
{
	int ends[2], status = 0;
	if (pipe(ends) != 0)
		die("cannot make a pipe: %s", strerror(errno));
	pid_t pid = fork();
	if (pid < 0)
		die("cannot run git: %s", strerror(errno));
	if (pid == 0)
		become_git(argv, ends[1]);
	close(ends[1]);
	read_all(ends[0], out);
	close(ends[0]);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* ---- reading the diff ---- */

struct reader {
	struct changes *changes;
	uint32_t file; /* 0: none, it is gone */
	const char *function;	     /* around the hunk at hand */
	uint32_t old_left, new_left; /* lines of it */
	struct intern old_calls, new_calls;
};

/* C's escapes, in names that git has put in quotes. */
static char take_escape(const char **at)
{
	static const char letters[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
	char c = *(*at)++;
	const char *letter = c ? strchr(letters, c) : NULL;
	if (letter)
		return values[letter - letters];
	if (c < '0' || c > '7')
		return c;
	int value = c - '0';
	for (int i = 0; i < 2 && **at >= '0' && **at <= '7'; i++)
		value = value * 8 + *(*at)++ - '0';
	return (char)value;
}

static uint32_t take_file(struct changes *c, const char *name, size_t n)
{
	struct str plain = {0};
	const char *at = name, *end = name + n;
	if (*at == '"') {
		for (at++; at < end && *at != '"';) {
			char x = *at++;
			str_addc(&plain, x == '\\' ? take_escape(&at) : x);
		}
	} else {
		while (n && name[n - 1] == '\t')
			n--;
		str_addn(&plain, name, n);
	}
	const char *path = str_cstr(&plain);
	uint32_t file = 0;
	if (strncmp(path, "b/", 2) == 0)
		file = intern_str(&c->files, path_absolute(&c->memory, c->root, path + 2));
	str_free(&plain);
	return file;
}

/* The last name before a parenthesis: 'static int put(struct box *b)'. */
static const char *function_of(struct changes *c, const char *text, size_t n)
{
	const char *open = memchr(text, '(', n);
	const char *end = open ? open : text + n;
	while (end > text && isspace((unsigned char)end[-1]))
		end--;
	const char *begin = end;
	while (begin > text && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
		begin--;
	return open ? arena_printf(&c->memory, "%.*s", (int)(end - begin), begin) : "";
}

/* 'START[,COUNT]'; COUNT is 1 if it is not said. */
static const char *take_range(const char *at, uint32_t *start, uint32_t *count)
{
	char *end;
	*start = (uint32_t)strtoul(at, &end, 10);
	*count = 1;
	if (*end == ',')
		*count = (uint32_t)strtoul(end + 1, &end, 10);
	return end;
}

/* ---- calls that are gone ---- */

static bool is_keyword(const char *word)
{
	static const char *const list[] = {"if",     "while",  "for",
					   "switch", "return", "sizeof", NULL};
	for (const char *const *w = list; *w; w++)
		if (strcmp(word, *w) == 0)
			return true;
	return false;
}

/* Names before a parenthesis. */
static void note_calls(struct intern *calls, const char *line, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t end = i, begin;
		if (line[i] != '(')
			continue;
		while (end && isspace((unsigned char)line[end - 1]))
			end--;
		for (begin = end; begin; begin--)
			if (!isalnum((unsigned char)line[begin - 1]) && line[begin - 1] != '_')
				break;
		if (begin < end)
			intern_bytes(calls, line + begin, end - begin);
	}
}

static const char *lost_call(const struct reader *r)
{
	for (uint32_t i = 1; i < r->old_calls.n; i++) {
		const char *name = intern_at(&r->old_calls, i);
		if (!is_keyword(name) && !intern_find(&r->new_calls, name, strlen(name)))
			return name;
	}
	return NULL;
}

static void end_hunk(struct reader *r)
{
	const char *lost = r->file ? lost_call(r) : NULL;
	if (lost)
		vec_push(&r->changes->removed,
			 ((struct removed_call){r->file, r->function,
						arena_strdup(&r->changes->memory, lost)}));
	intern_clear(&r->old_calls);
	intern_clear(&r->new_calls);
}

static void take_hunk(struct reader *r, const char *line, size_t n)
{
	uint32_t start;
	const char *plus = memchr(line, '+', n);
	take_range(line + 4, &start, &r->old_left);
	const char *rest = plus ? take_range(plus + 1, &start, &r->new_left) : line;
	const char *heading = memchr(rest, '@', n - (size_t)(rest - line));
	r->function = "";
	if (heading)
		r->function = function_of(r->changes, heading + 2,
					  n - (size_t)(heading + 2 - line));
	if (r->file && r->new_left)
		vec_push(&r->changes->lines,
			 ((struct changed_lines){r->file, start, start + r->new_left}));
}

static void take_text(struct reader *r, const char *line, size_t n)
{
	if (*line == '-' && r->old_left) {
		r->old_left--;
		note_calls(&r->old_calls, line + 1, n - 1);
	} else if (*line == '+' && r->new_left) {
		r->new_left--;
		note_calls(&r->new_calls, line + 1, n - 1);
	}
	if (!r->old_left && !r->new_left)
		end_hunk(r);
}

void changes_parse(struct changes *c, const char *diff)
{
	struct reader r = {.changes = c};
	while (*diff) {
		size_t n = strcspn(diff, "\n");
		if (r.old_left || r.new_left)
			take_text(&r, diff, n);
		else if (strncmp(diff, "+++ ", 4) == 0)
			r.file = take_file(c, diff + 4, n - 4);
		else if (strncmp(diff, "diff ", 5) == 0)
			r.file = 0;
		else if (strncmp(diff, "@@ -", 4) == 0)
			take_hunk(&r, diff, n);
		diff += n + (diff[n] == '\n');
	}
	intern_free(&r.old_calls);
	intern_free(&r.new_calls);
}

/* ---- all of it ---- */

static void find_root(struct changes *c, const char *revision)
{
	static const char *const argv[] = {"git", "rev-parse", "--show-toplevel", NULL};
	struct str out = {0};
	if (run_git(argv, &out) != 0)
		die("--since %s: this is no git repository, or there is no git", revision);
	c->root = arena_printf(&c->memory, "%.*s", (int)strcspn(str_cstr(&out), "\n"),
			       str_cstr(&out));
	str_free(&out);
}

static void add_unknown_files(struct changes *c)
{
	static const char *const argv[] = {"git",	 "ls-files", "--others",
					   "--exclude-standard", "-z", NULL};
	struct str out = {0};
	if (run_git(argv, &out) == 0) {
		for (const char *at = out.at; at && at < out.at + out.n; at += strlen(at) + 1) {
			uint32_t file = intern_str(&c->files,
						   path_absolute(&c->memory, c->here, at));
			vec_push(&c->lines, ((struct changed_lines){file, 0, UINT32_MAX}));
		}
	}
	str_free(&out);
}

void changes_since(struct changes *c, const char *revision)
{
	const char *const argv[] = {"git", "-c", "core.quotePath=false", "diff", "--unified=0",
				    "--no-color", "--no-ext-diff", "--src-prefix=a/",
				    "--dst-prefix=b/", "--end-of-options", revision, "--", NULL};
	struct str out = {0};
	*c = (struct changes){0};
	c->here = path_here(&c->memory);
	find_root(c, revision);
	if (run_git(argv, &out) != 0)
		die("--since %s: git says: %.*s", revision, (int)strcspn(str_cstr(&out), "\n"),
		    str_cstr(&out));
	changes_parse(c, str_cstr(&out));
	add_unknown_files(c);
	str_free(&out);
}

void changes_free(struct changes *c)
{
	arena_release(&c->memory);
	intern_free(&c->files);
	vec_free(&c->lines);
	vec_free(&c->removed);
}

/* ---- questions ---- */

static uint32_t find_file(struct changes *c, const char *file)
{
	const char *path = path_absolute(&c->memory, c->here, file);
	return intern_find(&c->files, path, strlen(path));
}

bool changes_has_line(struct changes *c, const char *file, uint32_t line)
{
	uint32_t number = file ? find_file(c, file) : 0;
	for (uint32_t i = 0; number && i < c->lines.n; i++) {
		const struct changed_lines *x = &c->lines.at[i];
		if (x->file == number && line >= x->first && line < x->end)
			return true;
	}
	return false;
}

const char *changes_removed(struct changes *c, const char *file, const char *function)
{
	uint32_t number = file ? find_file(c, file) : 0;
	for (uint32_t i = 0; number && i < c->removed.n; i++)
		if (c->removed.at[i].file == number &&
		    strcmp(c->removed.at[i].function, function) == 0)
			return c->removed.at[i].callee;
	return NULL;
}

bool changes_old_file(struct changes *c, const char *revision, const char *file, struct str *out)
{
	const char *path = path_shown(c->root, path_absolute(&c->memory, c->here, file));
	const char *argv[] = {"git", "show", "--end-of-options",
			      arena_printf(&c->memory, "%s:%s", revision, path), NULL};
	return run_git(argv, out) == 0;
}
