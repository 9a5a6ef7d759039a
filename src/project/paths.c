/* SPDX-License-Identifier: MIT */
/*
 * '..' is removed as text: through a symbolic link that can name another file,
 * but it is how compilers and editors show paths.
 */
#include "project/paths.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"

const char *path_here(struct arena *a)
{
	size_t size = 256;
	char *buffer = xmalloc(size);
	while (!getcwd(buffer, size)) {
		if (errno != ERANGE)
			die("cannot find the working directory: %s", strerror(errno));
		buffer = xrealloc(buffer, size *= 2);
	}
	const char *here = arena_strdup(a, buffer);
	free(buffer);
	return here;
}

/* Appends one component to out[0..n), which has no slash at its end. */
static size_t append(char *out, size_t n, const char *part, size_t size)
{
	if (size == 0 || (size == 1 && part[0] == '.'))
		return n;
	if (size == 2 && part[0] == '.' && part[1] == '.') {
		while (n > 0 && out[n - 1] != '/')
			n--;
		return n > 0 ? n - 1 : 0;
	}
	out[n++] = '/';
	memcpy(out + n, part, size);
	return n + size;
}

const char *path_absolute(struct arena *a, const char *base, const char *path)
{
	const char *whole = path[0] == '/' ? path : arena_printf(a, "%s/%s", base, path);
	char *out = arena_alloc(a, strlen(whole) + 2);
	size_t n = 0;
	for (const char *p = whole; *p; p += strspn(p, "/")) {
		size_t size = strcspn(p, "/");
		n = append(out, n, p, size);
		p += size;
	}
	if (n == 0)
		out[n++] = '/';
	out[n] = 0;
	return out;
}

const char *path_shown(const char *here, const char *absolute)
{
	size_t n = strlen(here);
	if (strncmp(here, absolute, n) == 0 && absolute[n] == '/' && absolute[n + 1])
		return absolute + n + 1;
	return absolute;
}

const char *path_directory(struct arena *a, const char *file)
{
	const char *slash = strrchr(file, '/');
	if (!slash)
		return ".";
	char *directory = arena_strdup(a, file);
	directory[slash == file ? 1 : slash - file] = 0;
	return directory;
}

const char *path_extension(const char *file)
{
	const char *slash = strrchr(file, '/');
	const char *dot = strrchr(slash ? slash : file, '.');
	return dot ? dot + 1 : "";
}

bool path_matches(const char *absolute, const char *const *globs)
{
	for (; globs && *globs; globs++) {
		if (fnmatch(*globs, absolute, 0) == 0)
			return true;
		for (const char *s = strchr(absolute, '/'); s; s = strchr(s + 1, '/')) {
			if (fnmatch(*globs, s + 1, 0) == 0)
				return true;
		}
	}
	return false;
}

/* RFC 3986: unreserved characters and slashes stand for themselves. */
void path_add_uri(struct str *s, const char *path)
{
	for (; *path; path++) {
		unsigned char c = (unsigned char)*path;
		if (c < 0x80 && (isalnum(c) || strchr("-._~/+@", c)))
			str_addc(s, (char)c);
		else
			str_addf(s, "%%%02X", c);
	}
}

bool path_from_uri(char *uri)
{
	char *out = uri;
	for (; *uri; uri++) {
		char digits[3] = {0};
		if (*uri == '%' && isxdigit((unsigned char)uri[1]) &&
		    isxdigit((unsigned char)uri[2])) {
			memcpy(digits, uri + 1, 2);
			*out++ = (char)strtol(digits, NULL, 16);
			uri += 2;
		} else if (*uri == '%') {
			return false;
		} else {
			*out++ = *uri;
		}
	}
	*out = 0;
	return true;
}
