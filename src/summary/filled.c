/* SPDX-License-Identifier: MIT */
#include "summary/filled.h"

bool filled_slots_has(const struct filled_slots *f, struct pt_loc at)
{
	return map_get(&f->places, map_key2(at.obj, at.offset), 0);
}

void filled_slots_free(struct filled_slots *f)
{
	map_free(&f->places);
}
