/* SPDX-License-Identifier: MIT */
/*
 * Slots that are filled once: the only pointers that are put in them are put there by an
 * exchange that has found null (analysis/whole/filled.c). Whoever finds something there finds
 * what all others do, as long as nobody empties the slot while threads run, which
 * race/veto/stable.c asks.
 */
#ifndef CHEQUER_SUMMARY_FILLED_H
#define CHEQUER_SUMMARY_FILLED_H

#include "base/map.h"
#include "pointer/pointer.h"

enum { FILLED_WORD = 8 }; /* bytes */

struct filled_slots {
	struct map places; /* object and offset */
};

static inline bool filled_slots_any(const struct filled_slots *f)
{
	return f->places.n > 0;
}
bool filled_slots_has(const struct filled_slots *f, struct pt_loc at);
void filled_slots_free(struct filled_slots *f);

#endif
