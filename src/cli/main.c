/* SPDX-License-Identifier: MIT */
/*
 * The program: options, then the command. The command runs on a thread with a
 * large stack, because deeply nested input makes deep recursion; memory for it is
 * only used when it is needed.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/limit.h"
#include "base/pool.h"
#include "base/process.h"
#include "base/progress.h"
#include "cli/analysis.h"
#include "confirm/cc.h"
#include "project/ranks.h"
#include "project/record.h"

enum { STACK_MB = 512 };

static struct options options;
static int status;

static void overrun(enum limit which)
{
	check_overrun(&options, limit_name(which));
}

static int run_command(void)
{
	static int (*const commands[COMMAND_COUNT])(const struct options *) = {
		[COMMAND_CHECK] = run_check,
		[COMMAND_DUMP] = run_dump,
		[COMMAND_WHY] = run_why,
		[COMMAND_SHOW] = run_show,
		[COMMAND_CONFIRM] = run_check,
		[COMMAND_REPLAY] = run_replay,
		[COMMAND_LOCKS] = run_locks,
		[COMMAND_BUILD] = run_build,
		[COMMAND_WATCH] = run_watch,
		[COMMAND_ANNOTATE] = run_annotate,
		[COMMAND_LSP] = run_lsp,
	};
	return commands[options.command](&options);
}

static void *command_thread(void *unused)
{
	(void)unused;
	status = run_command();
	return NULL;
}

static void run_with_large_stack(void)
{
	pthread_t id;
	pthread_attr_t attr;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, (size_t)STACK_MB << 20);
	if (pthread_create(&id, &attr, command_thread, NULL) == 0)
		pthread_join(id, NULL);
	else
		command_thread(NULL);
	pthread_attr_destroy(&attr);
}

/* --help and its like; false when there is work to do. */
static bool answer_at_once(void)
{
	if (options.help)
		help_print(stdout);
	else if (options.version)
		puts("chequer " CHEQUER_VERSION);
	else if (options.man)
		help_manual(stdout);
	else if (options.completion)
		help_completion(stdout);
	else
		return false;
	return true;
}

/* Called by the name of chequer-cc, we stand for a compiler. */
static bool is_compiler(const char *name)
{
	const char *slash = strrchr(name, '/');
	return strcmp(slash ? slash + 1 : name, "chequer-cc") == 0;
}

int main(int argc, char **argv)
{
	if (is_compiler(argv[0]))
		return cc_main(argc, argv);
	if (record_is_compiler(argv[0]))
		return record_compile(argv);
	process_guard();
	ranks_begin();
	options_parse(&options, argc, argv);
	if (!answer_at_once()) {
		diag_verbosity = options.verbose - options.quiet;
		if (!options.workers)
			options.workers = pool_default_workers();
		progress_start(isatty(STDERR_FILENO) && !options.quiet);
		limit_start(options.time_limit, options.memory_limit, overrun);
		run_with_large_stack();
	}
	options_free(&options);
	return status;
}
