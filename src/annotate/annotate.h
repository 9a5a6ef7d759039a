/* SPDX-License-Identifier: MIT */
/*
 * Annotations for clang's -Wthread-safety, made of what was proved: a patch.
 *
 * Memory that is proved to be guarded by one lock gets GUARDED_BY. What functions need so that
 * clang agrees is found with clang itself: it is run on the annotated sources (which it gets
 * through an overlay; no file of the project is written), and what it does not accept is
 * answered by REQUIRES where the analysis knows that all callers hold the lock, by ACQUIRE or
 * RELEASE where a function keeps or gives back a lock, and else by not asking clang about that
 * function. Until it has nothing to say. What cannot be written is listed with its reason.
 */
#ifndef CHEQUER_ANNOTATE_ANNOTATE_H
#define CHEQUER_ANNOTATE_ANNOTATE_H

#include <stdio.h>

#include "project/project.h"
#include "report/discipline.h"

struct annotate_input {
	const struct report *report; /* with its discipline */
	const struct project *project;
	const char *const *sources; /* files of the project; NULL-terminated */
	bool kernel_style;	    /* __guarded_by, for a kernel: clang is not asked */
	unsigned workers;
};

/* Writes what was done and what was not, and the patch. */
void annotate(const struct annotate_input *in, FILE *out);

/* The header that the patch brings: src/annotate/assets/thread_safety.h. */
extern const char annotate_thread_safety_h[];

#endif
