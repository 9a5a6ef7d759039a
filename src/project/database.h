/* SPDX-License-Identifier: MIT */
/*
 * Reading compile_commands.json: text in, commands out, no file touched, so
 * that it can be fuzzed. Both forms: 'command' (one string with shell quoting)
 * and 'arguments' (a list).
 */
#ifndef CHEQUER_PROJECT_DATABASE_H
#define CHEQUER_PROJECT_DATABASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

struct command {
	const char *directory; /* as written; "" when it is missing */
	const char *file;
	const char *const *arguments; /* with the compiler, NULL-terminated */
	uint32_t argument_count;
	uint32_t line; /* where the entry starts */
};

struct database {
	VEC(struct command) commands;
};

/* False with 'name:line: what is wrong' in message. */
bool database_parse(struct database *d, struct arena *a, const char *name,
		    const char *text, size_t size, char *message, size_t message_size);
void database_free(struct database *d);

#endif
