/* SPDX-License-Identifier: MIT */
/*
 * The cache: a directory of entries, each a file of its own that is named by its key.
 * docs/decisions/cache.md says why it is that and no database.
 *
 * An entry is written beside its place and then renamed, so it is there as a whole or not
 * at all, and several runs share the directory without waiting for each other. What is
 * read back is compared with the digest that was stored with it: whatever happened to the
 * file, the answer is the bytes that were put in, or none.
 *
 * A cache that cannot be written is read; one that cannot be read is empty. Nothing here
 * fails: it is only slower.
 */
#ifndef CHEQUER_CACHE_STORE_H
#define CHEQUER_CACHE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"
#include "base/str.h"

struct cache;

/* Makes the directory when it is not there. 'most' is how many bytes it may have. NULL,
 * with errno set, when it is not there and cannot be made. */
struct cache *cache_open(const char *directory, uint64_t most);
/* Adds the entry's bytes to *out; false when there is none. From any thread, as all here.
 */
bool cache_get(struct cache *c, const struct digest *key, struct str *out);
void cache_put(struct cache *c, const struct digest *key, const void *bytes, size_t n);
/* The entry is of use still, as if it had been got. */
void cache_keep(struct cache *c, const struct digest *key);
/* When something was put in and there is too much, what was not used for longest goes. */
void cache_close(struct cache *c);

#endif
