/* SPDX-License-Identifier: MIT */
/*
 * A flag: some bits of a place in memory, and the number that they have as long as something is
 * so. Who finds another number there knows that it is not.
 */
#ifndef CHEQUER_RACE_ORDER_FLAG_H
#define CHEQUER_RACE_ORDER_FLAG_H

#include "race/order/order.h"

struct flag {
	struct pt_loc cell;
	uint32_t size; /* 0: there is none */
	uint64_t mask; /* bits that count */
	int64_t number;
	bool id; /* not a number, but the id of a thread: anything but zero */
	bool any; /* likewise a pointer, to whatever */
};

/* What the store leaves there for certain; false: nothing is known, or it may be another place. */
bool flag_of_store(const struct cell_store *s, struct flag *out);
/* May the store touch it? */
bool flag_is_touched(const struct races *r, const struct cell_store *s, const struct flag *f);
/* Does the flag have its number behind the store? */
bool flag_is_set(const struct cell_store *s, const struct flag *f);
/* Does who finds it so know that the flag has another number? */
bool flag_is_denied(const struct cell_test *t, const struct flag *f);

#endif
