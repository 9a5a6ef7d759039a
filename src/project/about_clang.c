/* SPDX-License-Identifier: MIT */
/*
 * What clang says about itself: its version, the gcc whose headers it has chosen, its
 * configuration file; and with -v the directories that it searches, those too that it
 * ignores because they are not there.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "base/str.h"
#include "project/clang.h"

const char *clang_on_path(struct arena *a, const char *program)
{
	const char *path = getenv("PATH");
	while (path && *path) {
		size_t n = strcspn(path, ":");
		const char *file = arena_printf(a, "%.*s/%s", n ? (int)n : 1,
						n ? path : ".", program);
		if (access(file, X_OK) == 0)
			return file;
		path += n + (path[n] == ':');
	}
	return NULL;
}

static bool ask(const char *const *argv, const char *directory, struct str *answer)
{
	struct process p = {argv, directory, answer};
	int status = 0;
	return process_run(&p, &status) == PROCESS_ENDED && WIFEXITED(status);
}

/* Steps to the next line; NULL at the end. */
static const char *next_line(const char *at)
{
	at = strchr(at, '\n');
	return at && at[1] ? at + 1 : NULL;
}

static void add_configuration(struct digester *d, const char *answer)
{
	static const char key[] = "Configuration file: ";
	for (const char *line = answer; line; line = next_line(line)) {
		struct str file = {0};
		struct digest content = {{0}};
		if (strncmp(line, key, strlen(key)) != 0)
			continue;
		str_addn(&file, line + strlen(key), strcspn(line + strlen(key), "\n"));
		digest_file(str_cstr(&file), &content);
		digest_digest(d, &content);
		str_free(&file);
	}
}

bool clang_identity(struct digest *out)
{
	static const char *const argv[] = {CLANG, "-v", NULL};
	struct arena memory = {0};
	struct digester d;
	struct str answer = {0};
	struct stat s;
	const char *file = clang_on_path(&memory, CLANG);
	bool good = file && stat(file, &s) == 0 && ask(argv, NULL, &answer);
	if (good) {
		digest_start(&d);
		digest_text(&d, file);
		digest_number(&d, (uint64_t)s.st_size);
		digest_number(&d, (uint64_t)s.st_mtime);
		digest_text(&d, str_cstr(&answer));
		add_configuration(&d, str_cstr(&answer));
		*out = digest_end(&d);
	}
	str_free(&answer);
	arena_release(&memory);
	return good;
}

/* ' DIR' of the lists, and 'ignoring nonexistent directory "DIR"'. */
static void take_directory(struct arena *a, const char *line, struct words *out)
{
	static const char missing[] = "ignoring nonexistent directory \"";
	const char *end = line + strcspn(line, "\n");
	if (strncmp(line, missing, strlen(missing)) == 0 && end[-1] == '"') {
		line += strlen(missing);
		end--;
	} else if (*line == ' ' && line[1] != ' ') {
		line++;
	} else {
		return;
	}
	vec_push(&out->list, arena_printf(a, "%.*s", (int)(end - line), line));
}

/* From the first line about directories to the last; before it are commands. */
static bool read_search(struct arena *a, const char *answer, struct words *out)
{
	const char *line = answer;
	while (line && strncmp(line, "ignoring ", 9) != 0 &&
	       strncmp(line, "#include ", 9) != 0)
		line = next_line(line);
	for (; line && strncmp(line, "End of search list.", 19) != 0;
	     line = next_line(line))
		take_directory(a, line, out);
	return line && out->list.n > 0;
}

bool clang_search(struct arena *a, const char *directory, const char *const *flags,
		  struct words *out)
{
	static const char *const ask_for[] = {CLANG, "-v", "-E"};
	static const char *const nothing[] = {"-x", "c",         "-o", "/dev/null",
					      "--", "/dev/null", NULL};
	struct words argv = {0};
	struct str answer = {0};
	for (size_t i = 0; i < sizeof(ask_for) / sizeof(*ask_for); i++)
		vec_push(&argv.list, ask_for[i]);
	for (; *flags; flags++)
		vec_push(&argv.list, *flags);
	for (size_t i = 0; i < sizeof(nothing) / sizeof(*nothing); i++)
		vec_push(&argv.list, nothing[i]);
	bool good = ask(argv.list.at, directory, &answer) &&
		    read_search(a, str_cstr(&answer), out);
	words_free(&argv);
	str_free(&answer);
	return good;
}
