/* SPDX-License-Identifier: MIT */
#include "analysis/whole/live.h"

#include <stdlib.h>
#include <string.h>

#include "callgraph/callgraph.h"

static bool is_closed(const struct summarize_input *in)
{
	const struct program *p = in->program;
	sym_id main_symbol = ir_find_symbol(p, "main");
	return !in->entered && main_symbol &&
	       p->symbols.at[ir_resolve_alias(p, main_symbol)].func;
}

/* Are functions looked up by their names? Then what they are found in may call us, too.
 */
static bool has_plugins(const struct summarize_input *in)
{
	const struct program *p = in->program;
	for (sym_id s = 1; s < p->symbols.n; s++) {
		const struct model *m = p->symbols.at[s].kind == SYM_FUNCTION
						? pointers_model(in->pointers, s)
						: NULL;
		if (m && model_effect(m, EFFECT_RETURNS_NAMED))
			return true;
	}
	return false;
}

bool live_has_strangers(const struct summarize_input *in)
{
	return !is_closed(in) || has_plugins(in);
}

static void come_to(bool *live, func_id f, func_id *work, uint32_t *n)
{
	if (f && !live[f]) {
		live[f] = true;
		work[(*n)++] = f;
	}
}

static bool is_root(const struct summarize_input *in, func_id f)
{
	const struct ir_symbol *s =
		&in->program->symbols.at[in->program->funcs.at[f].sym];
	bool replaced = s->linkage != LINK_INTERNAL && s->linkage != LINK_EXTERNAL;
	return replaced || s->flags & (SYMF_ADDRESS_TAKEN | SYMF_INTERRUPT) ||
	       pointers_model(in->pointers, in->program->funcs.at[f].sym) ||
	       strcmp(ir_str(in->program, s->name), "main") == 0;
}

bool *live_find(const struct summarize_input *in)
{
	const struct program *p = in->program;
	const struct callgraph *g = in->callgraph;
	bool *live = xcalloc(p->funcs.n + 1u, sizeof(*live));
	func_id *work = xcalloc(p->funcs.n + 1u, sizeof(*work));
	bool all = !is_closed(in);
	uint32_t n = 0;
	for (func_id f = 1; f < p->funcs.n; f++)
		if (all || is_root(in, f))
			come_to(live, f, work, &n);
	while (n) {
		func_id f = work[--n];
		for (uint32_t e = g->edge_at[f]; e < g->edge_at[f + 1]; e++)
			come_to(live, g->edges[e].callee, work, &n);
	}
	free(work);
	return live;
}
