/* SPDX-License-Identifier: MIT */
/* chequer check as a process of its own, with the options of this one: for commands that
 * check again and again. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/analysis.h"

_Noreturn void exec_check(const struct options *o, const char *const *more)
{
	VEC(const char *) argv = {0};
	char *const *words;
	sigset_t none;
	vec_push(&argv, o->argv[0]);
	for (; *more; more++)
		vec_push(&argv, *more);
	for (int i = 1; o->argv[i]; i++)
		vec_push(&argv,
			 i == o->command_at ? command_names[COMMAND_CHECK] : o->argv[i]);
	vec_push(&argv, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	memcpy(&words, &argv.at, sizeof(words)); /* exec does not write to them */
	execv("/proc/self/exe", words);
	fprintf(stderr, "chequer: cannot run itself: %s\n", strerror(errno));
	_exit(EXIT_BAD_INPUT);
}
