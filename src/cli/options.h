/* SPDX-License-Identifier: MIT */
/*
 * The command line: options.def is the table, options_parse fills struct
 * options from the .chequer file and from argv.
 */
#ifndef CHEQUER_CLI_OPTIONS_H
#define CHEQUER_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/vec.h"

enum command {
	COMMAND_CHECK,
	COMMAND_DUMP,
	COMMAND_WHY,
	COMMAND_SHOW,
	COMMAND_CONFIRM,
	COMMAND_REPLAY,
	COMMAND_LOCKS,
	COMMAND_BUILD,
	COMMAND_WATCH,
	COMMAND_ANNOTATE,
	COMMAND_LSP,
	COMMAND_COUNT
};

/* Words; NULL-terminated once parsing is done. */
struct option_list {
	VEC(const char *) words;
};

struct options {
	struct arena memory;
	enum command command;
	struct option_list files, clang_flags, include, exclude, models, entries, api;
	struct option_list functions; /* dump --summary */
	struct option_list places;    /* why: two of FILE:LINE */
	struct option_list ids;	      /* show: one */
	struct option_list contracts; /* of .chequer: memory, lock, where */
	struct option_list suppressions; /* files of ThreadSanitizer */
	struct option_list aside;     /* globs of files whose races come last */
	struct option_list run;	      /* confirm, replay: the command after -- */
	struct option_list arguments; /* of the program that confirm builds */
	const char *database, *program, *format, *colour, *baseline, *write_baseline, *since;
	const char *schedules, *schedule;
	const char *inputs; /* for the files that were read; NULL: nobody asks */
	char *const *argv;  /* as it was given, and where the command stands in it */
	int command_at;
	const char *config; /* the .chequer file that was read, or NULL */
	const char *cache;  /* directory; NULL: the usual one */
	const char *output; /* NULL: standard output */
	const char *style;  /* of annotations; NULL: clang's */
	const char *root;   /* of the repository; NULL: to be found */
	uint32_t workers, memory_limit, runs, seed, cache_size;
	double time_limit, timeout;
	bool annotations; /* GUARDED_BY in the sources counts */
	bool library, kernel, keep_going, no_config, no_cache, all, strict, unknown, deadlocks,
		stats, quiet, verbose;
	bool dump_ir, dump_pointers, dump_callgraph, dot, dump_summary, dump_threads;
	bool help, version, man, completion;
	bool explicit_input; /* the command line itself names what to analyse */
};

enum option_kind { OPTION_GROUP, FLAG, TEXT, CHOICE, COUNT, DECIMAL, LIST, COMMAS };

struct option {
	enum option_kind kind;
	char letter;	      /* 0: only the long name */
	const char *name;     /* of a group: its heading */
	const char *argument; /* NULL: none */
	size_t field;	      /* in struct options */
	unsigned commands;    /* bits 1 << enum command */
	const char *help;     /* NULL: hidden */
};

extern const struct option option_table[];
extern const size_t option_count;
extern const char *const command_names[COMMAND_COUNT];

/* Dies with one message on a mistake. */
void options_parse(struct options *o, int argc, char *const *argv);
/* Parses words of an 'option' line; 'where' is file and line for messages. */
void options_parse_words(struct options *o, const char *where, char *const *words, int n);
void options_add(struct option_list *l, const char *word);
void options_free(struct options *o);

/* cli/config.c: the .chequer file, found upward from the working directory. */
void config_load(struct options *o);

/* cli/help.c: what is made from the table. */
void help_print(FILE *out);
void help_manual(FILE *out);
void help_completion(FILE *out);

#endif
