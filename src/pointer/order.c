/* SPDX-License-Identifier: MIT */
/* Functions in an order in which direct callees come before their callers. */
#include "pointer/internal.h"

#include "pointer/scc.h"

static uint32_t *direct_calls(const struct program *p, uint32_t **at)
{
	VEC(uint32_t) to = {0};
	*at = xcalloc(p->funcs.n + 1u, sizeof(**at));
	for (func_id f = 0; f < p->funcs.n; f++) {
		(*at)[f] = to.n;
		for (uint32_t i = 0; f && i < p->funcs.at[f].inst_count; i++) {
			const struct ir_inst *inst = ir_inst_at(p, &p->funcs.at[f], i);
			sym_id callee =
				inst->op == OP_CALL ? ir_val_symbol(p, inst->a) : 0;
			if (callee && p->symbols.at[callee].func)
				vec_push(&to, p->symbols.at[callee].func);
		}
	}
	(*at)[p->funcs.n] = to.n;
	return to.at;
}

static uint32_t *callees_first(const uint32_t *component, uint32_t n, uint32_t components)
{
	uint32_t *order = xcalloc(n + 1u, sizeof(*order));
	uint32_t *at = xcalloc(components + 1u, sizeof(*at));
	for (uint32_t f = 0; f < n; f++)
		at[component[f] + 1]++;
	for (uint32_t c = 0; c < components; c++)
		at[c + 1] += at[c];
	for (uint32_t f = 0; f < n; f++)
		order[at[component[f]]++] = f;
	free(at);
	return order;
}

uint32_t *order_functions(const struct program *p, uint32_t **component)
{
	uint32_t *at, *to = direct_calls(p, &at), n = p->funcs.n;
	*component = xcalloc(n + 1u, sizeof(**component));
	uint32_t components = scc_find(&(struct scc_graph){n, at, to}, *component);
	uint32_t *order = callees_first(*component, n, components);
	free(at);
	free(to);
	return order;
}
