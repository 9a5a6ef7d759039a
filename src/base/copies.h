/* SPDX-License-Identifier: MIT */
/*
 * Tasks on copies of this process. A copy has all that there was when it was made, at the
 * same addresses, and what it changes is its own: so a task may note down whatever it likes
 * for later ones, and no two need to agree on anything. What a task has found it says as
 * bytes; whoever asked hears all that one worker has said, as that came, then the next one.
 *
 * Which worker does which task is a matter of chance. So what a task means to say must not
 * depend on what was done before it; how it says that may depend on what its worker has said.
 */
#ifndef CHEQUER_BASE_COPIES_H
#define CHEQUER_BASE_COPIES_H

#include <stdint.h>

#include "base/str.h"

/* Appends what it says to *out. */
typedef void copies_task(void *context, uint32_t task, struct str *out);
/* 'worker' is less than the number of them. */
typedef void copies_said(void *context, unsigned worker, uint32_t task, const char *at,
			 size_t n);
enum { MAX_WORKERS = 64 };

struct copies_work {
	void (*begin)(void *context); /* in each copy: it has not said anything yet */
	copies_task *run;
	copies_said *said;
	void *context;
	uint32_t n;
	const uint32_t *order; /* [n] the tasks in the order in which they are begun */
	uint32_t alone; /* so many of them before there are copies, which know what these noted */
};

/* This process does its part. What a copy that was killed had done is done again here. */
void copies_run(unsigned workers, const struct copies_work *w);

#endif
