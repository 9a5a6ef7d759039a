/* SPDX-License-Identifier: MIT */
/*
 * Bitcode that was made to be watched (sanitizers, coverage): the compiler's own counters and
 * tables look like variables of the program that all threads write. Rows name them
 * (instrumented).
 */
#include "outside/internal.h"

static const char *flag_of(const struct models *m, const char *name)
{
	const struct model *row = name[0] == '_' || name[0] == 'l' ? models_find(m, name) : NULL;
	const struct effect *e = row ? model_effect(row, EFFECT_INSTRUMENTED) : NULL;
	return e ? e->name : NULL;
}

void mark_instrumentation(struct program *p, const struct models *m)
{
	for (sym_id s = 1; s < p->symbols.n; s++) {
		const char *flag = flag_of(m, ir_str(p, p->symbols.at[s].name));
		struct ir_unit *u = &p->units.at[p->symbols.at[s].unit];
		if (!flag)
			continue;
		if (!u->instrumented)
			u->instrumented = program_str(p, flag);
		if (p->symbols.at[s].kind == SYM_VARIABLE)
			p->symbols.at[s].flags |= SYMF_OUTSIDE;
	}
}
