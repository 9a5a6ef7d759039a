/* SPDX-License-Identifier: MIT */
/*
 * Runs a command under a plan, for a limited time. When it ends, by itself or not, all
 * processes that it has started are stopped, those too that have left its group.
 */
#ifndef CHEQUER_CONFIRM_RUN_H
#define CHEQUER_CONFIRM_RUN_H

#include <stdbool.h>

struct run {
	const char *const *command; /* NULL-terminated */
	const char *plan;	    /* file, for the runtime */
	double timeout;		    /* seconds */
	const char *input;	    /* file for standard input, or NULL: nothing */
	bool shows_output;	    /* else what it prints is thrown away */
	bool is_patient; /* time in which it had no processor does not count, up to a factor */
};

struct run_result {
	bool timed_out;
	int status; /* as from waitpid */
	double seconds;
};

/* Dies when the command cannot be started. */
struct run_result run_command(const struct run *r);

/* Standard input as a file, so that every run gets the same; NULL: a terminal. */
const char *run_keep_input(void);

#endif
