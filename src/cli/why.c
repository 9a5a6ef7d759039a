/* SPDX-License-Identifier: MIT */
/*
 * chequer why: which stage dismissed a pair of source lines, and through which
 * fact. The places are checked here; the answer is the race stage's.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/analysis.h"
#include "cli/why.h"

struct place why_place(struct arena *a, const char *text)
{
	const char *colon = strrchr(text, ':');
	char *file = arena_strdup(a, text);
	file[colon - text] = 0;
	return (struct place){file, (uint32_t)strtoul(colon + 1, NULL, 10)};
}

int why_pair(const struct analysis *a, struct place first, struct place second, FILE *out)
{
	struct race_input in = {&a->program, a->pointers, a->escape, a->likely, &a->summaries,
				a->threads, 0, false, false, false, NULL, 0, 1};
	uint32_t pairs = race_why(&in, (struct race_place){first.file, first.line},
				  (struct race_place){second.file, second.line}, out);
	if (!pairs)
		fprintf(out, "no pair of accesses to the same memory on these lines\n");
	return EXIT_CLEAN;
}

int run_why(const struct options *o)
{
	struct analysis a;
	if (!analysis_run(&a, o, PHASE_COUNT - 1))
		die("a limit was reached before the pair could be judged");
	struct place first = why_place(&a.report.memory, o->places.words.at[0]);
	struct place second = why_place(&a.report.memory, o->places.words.at[1]);
	int status = why_pair(&a, first, second, stdout);
	analysis_free(&a);
	return status;
}
