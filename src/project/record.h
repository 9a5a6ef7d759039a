/* SPDX-License-Identifier: MIT */
/*
 * Recording compile commands while a project's own build system runs: a directory of links
 * to chequer, one for each name of a C compiler, stands first in PATH. Called by such a
 * name, chequer writes the command down and becomes the compiler that was meant.
 *
 *	record_prepare(directory);    the links; PATH, CC and CCACHE_DISABLE for children
 *	...the build runs...
 *	record_write(...);            compile_commands.json
 */
#ifndef CHEQUER_PROJECT_RECORD_H
#define CHEQUER_PROJECT_RECORD_H

#include <stdbool.h>
#include <stdint.h>

/* Dies when the links cannot be made. */
void record_prepare(const char *directory);

/* Is the program called by this name (argv[0]) in place of a compiler? */
bool record_is_compiler(const char *name);
/* Writes the command down and executes the compiler; returns only when it cannot. */
int record_compile(char **argv);

struct record_result {
	uint32_t calls;	 /* of compilers, whatever they did */
	uint32_t added, kept; /* entries of this build; of the old file, for other files */
	uint32_t gone;	 /* whose source is not there any more: probes of configure */
};
/* The log of a prepared directory into the database 'path', in which entries for other files
 * stay. Nothing is written when there is nothing to add. */
struct record_result record_write(const char *directory, const char *path);

#endif
