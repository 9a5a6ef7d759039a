/* SPDX-License-Identifier: MIT */
/*
 * The project: which translation units are to be analysed and how each is
 * compiled, and running clang on them.
 *
 * Inputs are .c and .i files (compiled here), .bc, .ll and .ir files (taken as
 * they are), and compile_commands.json. What cannot be used is an error with one
 * clear message (die), or with keep_going a gap that the report lists.
 */
#ifndef CHEQUER_PROJECT_PROJECT_H
#define CHEQUER_PROJECT_PROJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/digest.h"
#include "base/str.h"
#include "base/vec.h"

enum unit_kind {
	UNIT_SOURCE,
	UNIT_BITCODE,  /* .bc */
	UNIT_ASSEMBLY, /* .ll */
	UNIT_IR,       /* .ir: our own text form */
};

struct unit {
	enum unit_kind kind;
	const char *file;	/* as the user wrote it or as the database has it,
				 * relative to the working directory where possible */
	const char *source;	/* the file as clang gets it */
	const char *directory;	/* to run clang in; NULL: here */
	const char *const *flags; /* the kept compile flags, NULL-terminated */
	const char *bitcode;	/* after project_compile: path of the bitcode;
				 * for the kinds that are not compiled, the file itself */
	const char *failed;	/* NULL, or why this unit is left out (keep_going) */
	struct digest content;	/* of the bitcode, once it is known */
	bool has_content;
	bool cached; /* the bitcode is in the cache, by its digest, and not in a file */
};

struct cache;
struct unit_cache;

struct project_options {
	const char *const *files;
	uint32_t file_count;
	const char *database;	/* directory or file given with -p, or NULL */
	const char *const *clang_flags; /* after --; NULL-terminated, may be NULL */
	const char *const *include;	/* globs; NULL-terminated, may be NULL */
	const char *const *exclude;
	bool keep_going;
	unsigned workers;
	bool progress; /* show units done / total on the terminal */
	struct cache *cache; /* or NULL */
};

/* Something the user may expect to be analysed and that is not. */
struct project_gap {
	const char *what, *why;
};

struct project {
	struct arena memory;
	VEC(struct unit) units;
	uint32_t stopped; /* units that were not read, as a limit was reached first */
	VEC(struct project_gap) gaps; /* entries that are not C; failed units */
	uint32_t variants;	/* files compiled again with other flags: left out */
	uint32_t dropped_flags; /* gcc-only flags that clang rejects; listed with -v */
	const char *temporary;	/* private directory, removed by project_cleanup */
	struct unit_cache *cache; /* what is known about units in the cache; or NULL */
	uint32_t from_cache;	/* units that need not be compiled */
};

/* Reads the inputs (die on a bad one). Does not run clang. */
void project_load(struct project *p, const struct project_options *o);
/* Runs clang-19 on every source unit whose bitcode is not in the cache, o->workers at a
 * time. */
void project_compile(struct project *p, const struct project_options *o);
/* The bytes of a unit that is 'cached' are added to *out. When they are no longer in the
 * cache, clang makes them after all; false with a message when it cannot. From any thread. */
bool project_fetch(struct project *p, const struct project_options *o, uint32_t number,
		   struct str *out, char *message, size_t size);
/* Bitcode of another LLVM, or assembly, as clang-19 would have written it. 'triple'
 * is the target it is for, "" where it does not say. The path of the new file is
 * added to *out; false with a message when clang refuses. From any thread. */
bool project_convert(const struct unit *u, uint32_t number, const char *triple,
		     struct str *out, char *message, size_t size);
/* Removes the temporary directory; also runs from die and on SIGINT, SIGTERM. */
void project_cleanup(struct project *p);
void project_free(struct project *p);

#endif
