/* SPDX-License-Identifier: MIT */
/* What the two halves of the verifier share; text.h has its interface. */
#ifndef CHEQUER_IR_VERIFY_H
#define CHEQUER_IR_VERIFY_H

#include "ir/ir.h"

static inline bool range_ok(uint64_t first, uint64_t count, uint32_t n)
{
	return first + count <= n;
}

/* Everything but the functions; *at is the symbol that is wrong, if it is one. */
const char *verify_tables(const struct program *p, sym_id *at);

#endif
