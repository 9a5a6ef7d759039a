/* SPDX-License-Identifier: MIT */
/*
 * What the bitcode of a unit depends on: the files that clang has read, and the
 * directories where it has looked for them or might have, with the names that matter
 * there. A header that comes to be in a directory that is searched earlier is a new name
 * in it.
 */
#ifndef CHEQUER_PROJECT_DEPENDS_H
#define CHEQUER_PROJECT_DEPENDS_H

#include "base/bytes.h"
#include "cache/files.h"
#include "project/words.h"

struct depend {
	const char *path; /* from the unit's directory, as clang has it */
	struct file_state state;
};

struct depends {
	uint32_t file_count, directory_count, asked_count;
	const struct depend *files, *directories;
	const char *const
		*asked; /* names that the sources ask for: they need not be there */
	bool all_names;
};

struct depends_input {
	const char *directory;      /* of the unit; NULL: here */
	const char *list;           /* what clang has written with -MD, for one target */
	const struct words *search; /* directories of headers */
	const struct words *asked;  /* more names that it looks for */
	uint64_t start;             /* files_now() before clang was started */
	bool some_missing;          /* files of the list that are not there were looked for */
};

/* False when something may have changed since the start, or cannot be told. Strings and
 * arrays are in the arena. */
bool depends_record(struct depends *d, struct files *f, struct arena *a,
		    const struct depends_input *in);

enum depends_change {
	DEPENDS_SAME,    /* all stamps are as they were */
	DEPENDS_STAMPS,  /* the contents are */
	DEPENDS_OTHER,   /* they are not */
	DEPENDS_MISSING, /* a file is not there */
};
/* How it is now; 'now' shares with 'then' what is the same. */
enum depends_change depends_compare(const struct depends *then, struct files *f,
				    struct arena *a, const char *directory,
				    struct depends *now);
/* May these stamps be relied on the next time? */
bool depends_are_firm(const struct depends *d, struct files *f, const char *directory);

/* Paths and contents, not stamps. */
void depends_digest(const struct depends *d, struct digester *out);
void depends_code(struct bytes *b, struct depends *d);

#endif
