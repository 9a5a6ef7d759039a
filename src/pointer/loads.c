/* SPDX-License-Identifier: MIT */
/*
 * What places hold, looked up once: who asks for the same sets of places again and again (a
 * worker, for all of its functions) keeps the answers.
 */
#include <string.h>

#include "pointer/pointer.h"

static void forget_loads(struct pt_loads *known)
{
	for (uint32_t i = 0; i < known->found.n; i++)
		pt_set_free(&known->found.at[i]);
	vec_clear(&known->found);
	intern_clear(&known->places);
	known->room = 0;
}

void pt_loads_free(struct pt_loads *known)
{
	forget_loads(known);
	vec_free(&known->found);
	intern_free(&known->places);
}

/* What such places hold, whatever else is unknown about the pointer. */
static const struct pt_set *load_once(const struct pointers *pt, struct pt_loads *known,
				      const struct pt_set *places)
{
	enum { MOST_ROOM = 1 << 19 };
	if (known->room > MOST_ROOM)
		forget_loads(known);
	if (!known->found.n)
		vec_push(&known->found, ((struct pt_set){.unknown = false}));
	uint32_t id = intern_bytes(&known->places, places->locs.at,
				   places->locs.n * sizeof(*places->locs.at));
	if (id == known->found.n) {
		struct pt_set in = *places, out = {.unknown = false};
		in.unknown = false;
		pointers_load(pt, &in, &out);
		vec_push(&known->found, out);
		known->room += in.locs.n + out.locs.n;
	}
	return &known->found.at[id];
}

void pointers_load_again(const struct pointers *pt, struct pt_loads *known,
			 const struct pt_set *in, struct pt_set *out)
{
	const struct pt_set *found = load_once(pt, known, in);
	vec_clear(&out->locs);
	vec_reserve(&out->locs, found->locs.n);
	if (found->locs.n)
		memcpy(out->locs.at, found->locs.at, found->locs.n * sizeof(*out->locs.at));
	out->locs.n = found->locs.n;
	out->unknown = in->unknown || found->unknown;
}
