/* SPDX-License-Identifier: MIT */
/* chequer-cc: a project's own build system calls it instead of its compiler. */
#include "confirm/cc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/str.h"
#include "confirm/inline.h"
#include "project/paths.h"

#define CLANG	"clang-19"
#define RUNTIME "libchequer-confirm.a"
#define SMALL	"libchequer-confirm-32.a"

/* Reads before writes count as well, and volatile accesses are told apart. The pass leaves out
 * members of locals whose own address is not given away, though that of the whole local is:
 * with no uses to look at, it takes every local for one that others may see. */
static const char *const instrumentation[] = {
	"-Xclang", "-fsanitize=thread",
	"-mllvm",  "-capture-tracking-max-uses-to-explore=0",
	"-mllvm",  "-tsan-instrument-read-before-write=1",
	"-mllvm",  "-tsan-distinguish-volatile=1",
};

void cc_add_instrumentation(struct words *argv, bool functions)
{
	for (size_t i = 0; i < sizeof(instrumentation) / sizeof(*instrumentation); i++)
		vec_push(&argv->list, instrumentation[i]);
	if (!functions) {
		vec_push(&argv->list, "-mllvm");
		vec_push(&argv->list, "-tsan-instrument-func-entry-exit=0");
	}
}

const char *cc_find_part(struct arena *a, const char *name)
{
	static const char *const places[] = {"", "/../lib/chequer"};
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	if (n <= 0)
		die("cannot find out where chequer is: %s", strerror(errno));
	self[n] = 0;
	const char *directory = path_directory(a, self);
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		const char *found = arena_printf(a, "%s%s/%s", directory, places[i], name);
		if (access(found, R_OK) == 0)
			return found;
	}
	return NULL;
}

static const char *find_runtime(struct arena *a, bool small)
{
	const char *found = cc_find_part(a, small ? SMALL : RUNTIME);
	if (!found && small)
		die("-m32: no " SMALL " beside chequer: where chequer was built, headers for 32 "
		    "bits were missing (Debian: gcc-multilib)");
	if (!found)
		die("no " RUNTIME " beside chequer: the runtime of chequer confirm is missing");
	return found;
}

bool cc_has_small_runtime(void)
{
	struct arena memory = {0};
	bool has = cc_find_part(&memory, SMALL) != NULL;
	arena_release(&memory);
	return has;
}

void cc_add_runtime(struct words *argv, struct arena *a, bool small)
{
	vec_push(&argv->list, "-Wl,--whole-archive");
	vec_push(&argv->list, find_runtime(a, small));
	vec_push(&argv->list, "-Wl,--no-whole-archive");
	vec_push(&argv->list, "-Wl,--export-dynamic-symbol=__tsan_*");
	vec_push(&argv->list, "-Wl,--export-dynamic-symbol=__chequer_*");
	vec_push(&argv->list, "-pthread");
	vec_push(&argv->list, "-ldl");
}

bool cc_has_atomic_functions(const char *file)
{
	struct str text = {0};
	bool found = str_read_file(&text, file) && strstr(str_cstr(&text), "__VERIFIER_atomic_");
	str_free(&text);
	return found;
}

/* ---- a command line ---- */

struct purpose {
	bool links, shares, has_debug, has_input, functions, small;
};

/* It does not link with one of these. */
static const char *const no_link[] = {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only",
				      "--version", "-dumpversion", "-dumpmachine", NULL};
/* What our runtime cannot go with. */
static const char *const left_out[] = {"-static", "-static-pie", "-Wl,-z,defs",
				       "-Wl,--no-undefined", "-Wl,-no-undefined", NULL};

static void look_at(struct purpose *p, const char *word)
{
	if (str_is_one_of(word, no_link) || str_starts(word, "-print-"))
		p->links = false;
	else if (strcmp(word, "-shared") == 0 || strcmp(word, "-r") == 0)
		p->shares = true;
	else if (strcmp(word, "-m32") == 0)
		p->small = true;
	else if (strcmp(word, "-mx32") == 0)
		die("chequer-cc %s: its runtime is for 64 bits, or for -m32", word);
	else if (str_starts(word, "-g"))
		p->has_debug = strcmp(word, "-g0") != 0;
	else if (word[0] != '-') {
		p->has_input = true;
		p->functions |= strcmp(path_extension(word), "c") == 0 &&
				cc_has_atomic_functions(word);
	}
}

void cc_translate(struct words *argv, struct arena *a, char *const *words, int n)
{
	struct purpose p = {.links = true};
	vec_push(&argv->list, CLANG);
	vec_push(&argv->list, "-Qunused-arguments");
	vec_push(&argv->list, "-Wno-unknown-warning-option");
	for (int i = 0; i < n; i++) {
		look_at(&p, words[i]);
		if (!str_is_one_of(words[i], left_out) && !str_starts(words[i], "-fsanitize="))
			vec_push(&argv->list, words[i]);
	}
	if (!p.has_debug)
		vec_push(&argv->list, "-g");
	cc_add_instrumentation(argv, p.functions);
	if (p.small)
		find_runtime(a, true); /* say so before anything is compiled */
	if (p.links && p.has_input && !p.shares)
		cc_add_runtime(argv, a, p.small);
	vec_push(&argv->list, NULL);
}

int cc_main(int argc, char *const *argv)
{
	struct arena memory = {0};
	struct words command = {0};
	int status = inline_compile(argv + 1, argc - 1);
	if (status >= 0)
		return status;
	cc_translate(&command, &memory, argv + 1, argc - 1);
	char *const *arguments;
	memcpy(&arguments, &command.list.at, sizeof(arguments)); /* execvp lacks the const */
	execvp(CLANG, arguments);
	fprintf(stderr, "chequer-cc: cannot run " CLANG ": %s\n", strerror(errno));
	return EXIT_BAD_INPUT;
}
