/* SPDX-License-Identifier: MIT */
/* The words in the names of files and directories. */
#include "ir/trial.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static const char *const WORDS[] = {
	"test", "tests", "testing", "unittest", "unittests", "selftest", "selftests",
	"example", "examples", "demo", "demos", "sample", "samples", "bench", "benchmark",
	"benchmarks", "fuzz", "fuzzer", "fuzzing",
};

size_t common_directory(const char *a, size_t common, const char *b)
{
	size_t n = 0;
	for (size_t i = 0; i < common && a[i] == b[i]; i++)
		if (a[i] == '/')
			n = i + 1;
	return n;
}

static bool is_word(const char *s, size_t n)
{
	for (size_t i = 0; i < sizeof(WORDS) / sizeof(*WORDS); i++)
		if (strlen(WORDS[i]) == n && strncasecmp(s, WORDS[i], n) == 0)
			return true;
	return false;
}

bool is_trial_file(const char *file, size_t common)
{
	bool first = true; /* of a name */
	for (const char *s = file + common; *s;) {
		size_t n = 0;
		while (isalnum((unsigned char)s[n]))
			n++;
		if (is_word(s, n) || (first && n > 4 && strncasecmp(s, "test", 4) == 0))
			return true;
		first = s[n] == '/';
		s += n + (s[n] != 0);
	}
	return false;
}
