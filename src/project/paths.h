/* SPDX-License-Identifier: MIT */
/* Paths as text: made absolute, shown relative to here, matched by globs. */
#ifndef CHEQUER_PROJECT_PATHS_H
#define CHEQUER_PROJECT_PATHS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/str.h"

/* The working directory. */
const char *path_here(struct arena *a);
/* 'path' seen from directory 'base', without '.', '..' and double slashes. */
const char *path_absolute(struct arena *a, const char *base, const char *path);
/* The part of an absolute path below 'here', or the whole. */
const char *path_shown(const char *here, const char *absolute);
/* The directory a file is in. */
const char *path_directory(struct arena *a, const char *file);
/* The part after the last dot of the last component, or "". */
const char *path_extension(const char *file);
/* As in a URI, and back, in place; false: an escape is not complete. */
void path_add_uri(struct str *s, const char *path);
bool path_from_uri(char *uri);
/* Does one of the globs fit the absolute path, or its end from some '/' on?
 * '*' also stands for slashes. */
bool path_matches(const char *absolute, const char *const *globs);

#endif
