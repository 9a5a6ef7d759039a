/* SPDX-License-Identifier: MIT */
/*
 * What files and directories are like: by a stamp, which costs one call of stat, and by
 * what is in them, which is looked at only when the stamp is another one than it was.
 *
 * A stamp has the time of the last change to the inode, which nobody can set. It is
 * *firm* when it is older than the moment at which the contents were read: a later change
 * would give a later time, so whoever finds the same stamp again finds the same contents.
 *
 * Of a directory only some names matter: those that somebody might look for there.
 */
#ifndef CHEQUER_CACHE_FILES_H
#define CHEQUER_CACHE_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/digest.h"
#include "base/map.h"
#include "base/vec.h"

struct file_stamp {
	uint64_t size, modified, changed, inode; /* nanoseconds */
};

struct file_state {
	bool there; /* as a regular file, or as a directory */
	struct file_stamp stamp;
	struct digest content; /* of a directory: of the names that matter */
};

/* Names by number, and what the sources say about files that need not be there. */
struct name_set {
	struct map set; /* of ids in files->names */
	VEC(uint32_t) list;
	bool all;  /* every name matters */
	bool asks; /* some of them need not be there */
};

struct file_entry {
	struct file_stamp stamp;
	struct digest content;
	VEC(uint32_t) asked; /* names after has_include */
	bool asks_anything;  /* one that is not written there */
	bool looked, there, read, firm;
};

struct directory_entry {
	struct file_stamp stamp;
	struct map names;
	VEC(uint32_t) list;
	bool looked, there, listed, firm;
};

/* For one thread at a time. */
struct files {
	struct intern paths, folders, names;
	VEC(struct file_entry) files; /* by id of the path, less one */
	VEC(struct directory_entry) directories;
};

/* A moment that every later change of a file is not before. */
uint64_t files_now(void);

/*
 * How the file is now, given how it was: the contents are read only when the stamp says
 * so. Asked again in the same run, the answer is the same. False when there is none.
 */
bool files_compare(struct files *f, const char *path, const struct file_state *then,
		   struct file_state *now);
bool files_compare_directory(struct files *f, const char *path,
			     const struct name_set *names, const struct file_state *then,
			     struct file_state *now);

/*
 * How the file is, looked at again, for somebody who has read it since 'start'. False
 * when it may have changed meanwhile. What it asks for, as it is spelt, is added to the
 * set.
 */
bool files_record(struct files *f, const char *path, uint64_t start,
		  struct name_set *asked, struct file_state *out);
/* The same for a directory; names of directories in it that matter are added to 'inner'.
 */
struct name_list {
	VEC(uint32_t) ids;
};
bool files_record_directory(struct files *f, const char *path, uint64_t start,
			    const struct name_set *names, struct name_list *inner,
			    struct file_state *out);
/* Is what files_compare found firm? */
bool files_is_firm(struct files *f, const char *path, bool directory);

/* Adds every component of the path; the number of '..' in it is returned. */
uint32_t names_add_path(struct name_set *s, struct files *f, const char *path);
void names_add(struct name_set *s, uint32_t id);
void names_free(struct name_set *s);

void files_free(struct files *f);

#endif
