/* SPDX-License-Identifier: MIT */
/*
 * chequer_generate SEED [--functions N]: prints a random multi-threaded C program
 * whose races are known, annotated as the programs in tests/races are. The same
 * seed gives the same program.
 */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

static uint64_t number(const char *word)
{
	char *end;
	unsigned long long value = strtoull(word, &end, 10);

	if (*word < '0' || *word > '9' || *end != '\0') {
		fprintf(stderr, "chequer_generate: '%s' is not a number\n", word);
		exit(2);
	}
	return value;
}

int main(int argc, char **argv)
{
	uint64_t seed = 0, functions = 0;
	bool seen = false;
	struct plan plan;
	int i;

	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--functions") && i + 1 < argc) {
			functions = number(argv[++i]);
		} else {
			seed = number(argv[i]);
			seen = true;
		}
	}
	if (!seen || functions > 10000000) {
		fputs("usage: chequer_generate SEED [--functions N]\n", stderr);
		return 2;
	}
	plan_make(&plan, seed, (size_t)functions);
	plan_emit(&plan, stdout);
	plan_free(&plan);
	return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
