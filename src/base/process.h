/* SPDX-License-Identifier: MIT */
/*
 * Child processes and the private temporary directory, with nothing left
 * behind: when this process ends through die, SIGINT, SIGTERM or SIGHUP, its
 * children are killed first and the directory is removed.
 *
 *	process_guard();                      first thing in main, before threads
 *	dir = process_temporary_directory();  made on the first call
 *	process_run(...);                     from any thread
 *	process_cleanup();                    removes the directory
 */
#ifndef CHEQUER_BASE_PROCESS_H
#define CHEQUER_BASE_PROCESS_H

#include <stdbool.h>

#include "base/str.h"

enum process_result {
	PROCESS_ENDED,	   /* *status as from waitpid */
	PROCESS_NOT_FOUND, /* no such program; errno says why */
	PROCESS_STOPPED,   /* killed because a limit was reached */
};

struct process {
	const char *const *argv; /* NULL-terminated; argv[0] is searched on PATH */
	const char *directory;	 /* to run in; NULL: here */
	struct str *errors;	 /* gets what it writes to standard error (bounded) */
};

void process_guard(void);
/* Under $TMPDIR or /tmp; also becomes TMPDIR for the children. */
const char *process_temporary_directory(void);
enum process_result process_run(const struct process *p, int *status);
void process_cleanup(void);
/* A copy of this process, to compute something: there it returns 0, here the copy's id; -1:
 * there can be none. The copy has nothing to clean up; it is killed as our children are, and
 * when we end. Its end is waited for: was it a good one? */
int process_copy(void);
bool process_end_copy(int id);
/* A process group that is to be killed as our children are, when we are stopped. */
void process_guard_group(int group);
void process_forget_group(int group);

#endif
