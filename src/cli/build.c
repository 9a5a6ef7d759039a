/* SPDX-License-Identifier: MIT */
/*
 * chequer build: runs a project's own build, unchanged, and leaves compile_commands.json.
 * The exit status is that of the build.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/process.h"
#include "cli/analysis.h"
#include "project/record.h"

/* In our own process group, with the terminal: it is the user's build. */
static int run_command(const struct options *o)
{
	pid_t pid = fork();
	int status = 0;
	if (pid < 0)
		die("cannot start %s: %s", o->run.words.at[0], strerror(errno));
	if (pid == 0) {
		char *const *argv;
		sigset_t none;
		sigemptyset(&none);
		sigprocmask(SIG_SETMASK, &none, NULL);
		memcpy(&argv, &o->run.words.at, sizeof(argv)); /* exec does not write to them */
		execvp(argv[0], argv);
		fprintf(stderr, "chequer: cannot run %s: %s\n", argv[0], strerror(errno));
		_exit(127);
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			die("lost the build: %s", strerror(errno));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void tell(const struct options *o, const char *path, const struct record_result *r)
{
	if (o->quiet)
		return;
	fprintf(stderr, "chequer: %u compile command%s recorded in %s", r->added,
		r->added == 1 ? "" : "s", path);
	if (r->kept)
		fprintf(stderr, ", %u of earlier builds kept", r->kept);
	fputs("\n", stderr);
}

int run_build(const struct options *o)
{
	const char *path = o->output ? o->output : "compile_commands.json";
	const char *directory = process_temporary_directory();
	record_prepare(directory);
	int status = run_command(o);
	struct record_result r = record_write(directory, path);
	process_cleanup();
	if (r.added)
		tell(o, path, &r);
	else if (status == 0 && r.calls)
		die("the build called a compiler, but compiled no C file: %s is not written", path);
	else if (status == 0)
		die("no compiler was called: everything may be up to date (clean first), or the "
		    "build calls it by its full path (CMake: "
		    "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON)");
	return status;
}
