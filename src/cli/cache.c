/* SPDX-License-Identifier: MIT */
/* Where the cache is. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/str.h"
#include "cli/analysis.h"

enum { DEFAULT_MB = 5000 };

/* As the XDG base directories say; "" when there is no such place. */
static void users_directory(struct str *out)
{
	const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	if (base && base[0] == '/')
		str_addf(out, "%s/chequer", base);
	else if (home && home[0] == '/')
		str_addf(out, "%s/.cache/chequer", home);
}

struct cache *open_cache(const struct options *o)
{
	const char *named = o->cache ? o->cache : getenv("CHEQUER_CACHE");
	uint64_t most = (uint64_t)(o->cache_size ? o->cache_size : DEFAULT_MB) << 20;
	struct cache *c = NULL;
	struct str directory = {0};
	if (named)
		str_add(&directory, named);
	else
		users_directory(&directory);
	if (!o->no_cache && directory.n > 0)
		c = cache_open(directory.at, most);
	if (!c && o->cache && !o->no_cache)
		warn("--cache %s: %s; nothing is kept", o->cache, strerror(errno));
	str_free(&directory);
	return c;
}
