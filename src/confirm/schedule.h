/* SPDX-License-Identifier: MIT */
/* A race that was seen, as a file from which chequer replay makes it happen again. */
#ifndef CHEQUER_CONFIRM_SCHEDULE_H
#define CHEQUER_CONFIRM_SCHEDULE_H

#include "confirm/evidence.h"

/* Where a thread was: by its name, which is the same in every run. */
struct schedule_side {
	uint64_t thread;
	uint32_t arrival; /* the how manyeth time it came there; 0: not known */
	const char *symbol; /* the function that the access was compiled into */
	uint64_t offset;    /* in there, behind the call that announces it */
	struct report_place place; /* line 0: the compiler has none for it */
};

struct schedule {
	const char *race; /* id */
	struct settings settings;
	struct schedule_side sides[2];
};

void schedule_write(const char *path, const struct schedule *s);
/* Dies when it is none. */
void schedule_read(struct schedule *s, struct arena *a, const char *path);

#endif
