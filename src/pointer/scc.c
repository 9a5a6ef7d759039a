/* SPDX-License-Identifier: MIT */
/* Tarjan's algorithm with the call stack in an array. */
#include "pointer/scc.h"

#include "base/vec.h"

struct frame {
	uint32_t node, next; /* next edge to look at */
};

struct tarjan {
	const struct scc_graph *g;
	uint32_t *component;
	uint32_t *index; /* 0: not seen */
	uint32_t *low;
	VEC(uint32_t) open; /* nodes without a component, in order of discovery */
	VEC(struct frame) stack;
	uint32_t next_index, components;
};

static void enter(struct tarjan *t, uint32_t v)
{
	t->index[v] = t->low[v] = ++t->next_index;
	vec_push(&t->open, v);
	vec_push(&t->stack, ((struct frame){v, t->g->at[v]}));
}

static void leave(struct tarjan *t, uint32_t v)
{
	uint32_t w;
	(void)vec_pop(&t->stack);
	if (t->stack.n) {
		uint32_t parent = vec_last(&t->stack).node;
		if (t->low[v] < t->low[parent])
			t->low[parent] = t->low[v];
	}
	if (t->low[v] != t->index[v])
		return;
	do {
		w = vec_pop(&t->open);
		t->component[w] = t->components;
	} while (w != v);
	t->components++;
}

static void step(struct tarjan *t)
{
	struct frame *f = &vec_last(&t->stack);
	uint32_t v = f->node;
	if (f->next == t->g->at[v + 1]) {
		leave(t, v);
		return;
	}
	uint32_t w = t->g->to[f->next++];
	if (!t->index[w])
		enter(t, w);
	else if (t->component[w] == UINT32_MAX && t->index[w] < t->low[v])
		t->low[v] = t->index[w];
}

uint32_t scc_find(const struct scc_graph *g, uint32_t *component)
{
	struct tarjan t = {.g = g, .component = component};
	t.index = xcalloc(g->n + 1u, sizeof(*t.index));
	t.low = xcalloc(g->n + 1u, sizeof(*t.low));
	for (uint32_t v = 0; v < g->n; v++)
		component[v] = UINT32_MAX;
	for (uint32_t v = 0; v < g->n; v++) {
		if (!t.index[v])
			enter(&t, v);
		while (t.stack.n)
			step(&t);
	}
	vec_free(&t.open);
	vec_free(&t.stack);
	free(t.index);
	free(t.low);
	return t.components;
}
