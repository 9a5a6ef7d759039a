/* SPDX-License-Identifier: MIT */
/*
 * Lazy set-up: 'if (!ready) { ...; ready = 1; }' with a plain flag, which may be a pointer
 * to what was set up. The flag is a race,
 * and is reported; everything between the test and the store is one too, but only
 * because of the flag, and it would go with it. So it is worth less to read.
 *
 * Looked at in the functions on the way that is shown, each of which knows what of its own
 * code is set-up (analysis/notes/note_lazy.c).
 */
#include "race/internal.h"

bool is_set_up_lazily(struct races *r, const struct instance *x)
{
	struct step steps[MAX_FRAMES];
	uint32_t n = threads_steps(r->t, &x->point, steps, MAX_FRAMES);
	for (uint32_t i = 0; i < n; i++) {
		if (notes_is_lazy(&summary_of(r->t, steps[i].func)->notes, steps[i].inst))
			return true;
	}
	return false;
}
