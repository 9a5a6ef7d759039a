/* SPDX-License-Identifier: MIT */
/*
 * LLVM can crash on damaged bitcode. Bitcode that somebody gives us (ours comes
 * straight from clang) is therefore read once by a child of the same program,
 * 'chequer --probe FILE', and only lowered here when that went well.
 */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/limit.h"
#include "base/process.h"
#include "cli/analysis.h"
#include "front/llvm/lower.h"

bool probe_unit(const struct unit *u, char *message, size_t size)
{
	static const char self[] = "/proc/self/exe";
	const char *argv[] = {self, "--no-config", "--probe", u->bitcode, NULL};
	struct str said = {0};
	struct process p = {argv, NULL, &said};
	int status = 0;
	enum process_result r = process_run(&p, &status);
	bool ok = r == PROCESS_NOT_FOUND || (r == PROCESS_ENDED && status == 0);
	if (r == PROCESS_STOPPED)
		snprintf(message, size, "%s", limit_name(limit_reached()));
	else if (!ok && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_BAD_INPUT)
		snprintf(message, size, "%.*s", (int)strcspn(str_cstr(&said), "\n"),
			 str_cstr(&said));
	else if (!ok)
		snprintf(message, size, "damaged bitcode: LLVM crashes when it reads it");
	str_free(&said);
	return ok;
}

/* The child. What is left of the module after a failure is not freed. */
int run_probe(const struct options *o)
{
	struct program p;
	char message[512];
	const char *file = o->files.words.n == 1 ? o->files.words.at[0] : "";
	if (!lower_file(file, file, &p, message, sizeof(message))) {
		fprintf(stderr, "%s\n", message);
		_exit(EXIT_BAD_INPUT);
	}
	_exit(EXIT_CLEAN);
}
