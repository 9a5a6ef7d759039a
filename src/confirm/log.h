/* SPDX-License-Identifier: MIT */
/* What the runtime has seen in one run: addresses, as runtime/log.c writes them. */
#ifndef CHEQUER_CONFIRM_LOG_H
#define CHEQUER_CONFIRM_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

/* As in runtime/runtime.h */
enum seen_flag { SEEN_WRITE = 1, SEEN_ATOMIC = 2, SEEN_FREE = 4 };

struct seen_module {
	uint64_t base;
	const char *path;
};

struct seen_lock {
	uint64_t address, pc;
	bool shared;
};

struct addresses {
	VEC(uint64_t) list;
};

struct seen_side {
	uint32_t thread; /* its number; 0 is main */
	uint64_t name, entry;
	unsigned flags;
	uint64_t address, size, pc;
	uint32_t arrival;
	struct addresses stack, created; /* innermost first */
	VEC(struct seen_lock) locks;
};

/* A race, or a crash (then sides[0] has its stack). */
struct seen {
	uint32_t number, pid;
	int signal; /* of a crash, else 0 */
	struct seen_side sides[2]; /* the thread that was held first */
	uint64_t low;
	const char *before, *after; /* hexadecimal; after may be NULL */
	VEC(struct seen_module) modules;
};

struct seen_log {
	struct arena memory;
	VEC(struct seen) list;
	VEC(const char *) programs; /* instrumented, but not in the plan */
};

/* A log that is not there is empty; what is cut off at its end does not count. */
void log_read(struct seen_log *l, const char *path);
void log_free(struct seen_log *l);

#endif
