/* SPDX-License-Identifier: MIT */
/*
 * Callees first: a graph for each group of functions, of which the part that callers
 * can see is kept. Then callers first: which of its nodes are shared in some call.
 */
#include "base/limit.h"
#include "base/pool.h"
#include "escape/internal.h"

/* ---- callers first ---- */

static uint8_t *state_of(struct escape *e, const struct function *f, struct spot s)
{
	return &e->state.at[e->nodes.at[f->node_first + s.node - FIRST_NODE].node];
}

static bool add_state(uint8_t *to, uint8_t state)
{
	bool changed = state & ~*to;
	*to |= state;
	return changed;
}

/* What shared memory holds is shared; so is what is stored in foreign memory. */
static bool spread_node(struct escape *e, const struct function *f,
			const struct summary_node *n)
{
	uint8_t state = e->state.at[n->node];
	bool changed = false;
	for (uint32_t k = 0; state && k < n->field_count; k++) {
		const struct summary_field *x = &e->fields.at[n->field_first + k];
		uint8_t to = state & (MAY_BE_FOREIGN | MAY_BE_LENT);
		if (state & MAY_BE_SHARED || (state & MAY_BE_FOREIGN && x->stored))
			to |= MAY_BE_SHARED | MAY_BE_FOREIGN;
		if (x->target.node >= FIRST_NODE)
			changed |= add_state(state_of(e, f, x->target), to);
	}
	return changed;
}

static bool spread(struct escape *e, const struct function *f)
{
	bool changed = false;
	for (bool again = true; again; changed |= again) {
		again = false;
		for (uint32_t i = 0; i < f->node_count; i++)
			again |= spread_node(e, f, &e->nodes.at[f->node_first + i]);
	}
	return changed;
}

/* It is given memory of others, and what it returns is theirs. */
static void enter_outside(struct escape *e, func_id f)
{
	const struct function *x = &e->funcs[f];
	uint32_t params = e->p->funcs.at[f].param_count;
	for (uint32_t i = 0; i < params + EXTRA_ROOTS; i++) {
		struct spot s = e->roots.at[x->root_first + i];
		uint8_t state = x->interface ? MAY_BE_LENT : 0;
		if (x->outside)
			state |= i == params + ROOT_RESULT ? MAY_BE_SHARED | MAY_BE_FOREIGN
							   : MAY_BE_FOREIGN;
		if (s.node >= FIRST_NODE)
			add_state(state_of(e, x, s), state);
	}
}

static bool enter_callee(struct escape *e, const struct call_record *c)
{
	const struct function *x = &e->funcs[c->callee];
	bool changed = false;
	for (uint32_t k = 0; k < x->node_count; k++)
		changed |= add_state(&e->state.at[e->nodes.at[x->node_first + k].node],
				     e->state.at[e->call_nodes.at[c->first + k]]);
	return changed;
}

static void enter_component(struct escape *e, uint32_t component)
{
	const struct callgraph *cg = e->cg;
	uint32_t first = cg->member_at[component], end = cg->member_at[component + 1];
	for (uint32_t i = first; i < end; i++) {
		enter_outside(e, cg->members[i]);
	}
	for (bool again = true; again;) {
		again = false;
		for (uint32_t i = first; i < end; i++)
			again |= spread(e, &e->funcs[cg->members[i]]);
		for (uint32_t i = e->call_at[component]; i < e->call_at[component + 1]; i++)
			again |= enter_callee(e, &e->calls.at[i]);
		again &= cg->recursive[component];
	}
}

static void find_shared_objects(struct escape *e)
{
	for (obj_id o = 1; o < e->pt->objects.n; o++) {
		if (e->pt->objects.at[o].kind == OBJ_LOCAL && !e->object[o]) {
			e->object[o] = e->state.n; /* no pointer to it goes anywhere */
			vec_push(&e->state, 0);
		}
		if (!is_thread_local(e->pt, o))
			e->object_shared[o] =
				e->state.at[e->object[o]] & (MAY_BE_SHARED | MAY_BE_LENT);
	}
	for (uint32_t i = 0; i < e->own.n; i++)
		e->object_shared[e->own.at[i].object] |=
			e->state.at[e->own.at[i].node] & MAY_BE_SHARED;
}

/* ---- all ---- */

static struct escape *escape_new(const struct program *p, const struct pointers *pt,
				 const struct callgraph *g)
{
	struct escape *e = xcalloc(1, sizeof(*e));
	e->p = p;
	e->pt = pt;
	e->cg = g;
	e->value_count = pt->static_nodes;
	e->value = xcalloc(e->value_count + 1u, sizeof(*e->value));
	e->object = xcalloc(pt->objects.n + 1u, sizeof(*e->object));
	e->object_shared = xcalloc(pt->objects.n + 1u, sizeof(*e->object_shared));
	e->funcs = xcalloc(p->funcs.n + 1u, sizeof(*e->funcs));
	e->call_at = xcalloc(g->component_count + 1u, sizeof(*e->call_at));
	vec_push(&e->state, MAY_BE_ANY); /* not known */
	vec_push(&e->state, MAY_BE_SHARED | MAY_BE_FOREIGN);
	e->object_of = xcalloc(e->value_count + 1u, sizeof(*e->object_of));
	for (uint32_t i = 0; i < pt->bases.n; i++) {
		if (pt->bases.at[i].node < e->value_count)
			e->object_of[pt->bases.at[i].node] = pt->bases.at[i].obj;
	}
	return e;
}

static void spread_to_callees(struct escape *e)
{
	for (uint32_t c = e->cg->component_count; c-- > 0;)
		enter_component(e, c);
	find_shared_objects(e);
	find_own(e);
}

struct escape *escape_solve(const struct program *p, const struct pointers *pt,
			    const struct callgraph *g,
			    const struct escape_options *options)
{
	struct escape *e = escape_new(p, pt, g);
	struct builder b;
	build_init(&b, e);
	struct reach r = {.b = &b};
	e->trusting = options->trusting;
	find_outside(&b, options);
	for (uint32_t c = 0; c < g->component_count && !limit_reached(); c++)
		solve_component(&r, c);
	e->call_at[g->component_count] = e->calls.n;
	if (!limit_reached()) /* else nobody will ask */
		spread_to_callees(e);
	e->group = b.group;
	b.group = NULL;
	build_free(&b);
	free(r.stamp);
	free(r.index);
	free(r.base);
	free(r.copies);
	free(r.first_side);
	free(r.references);
	vec_free(&r.order);
	vec_free(&r.over);
	vec_free(&r.sorted);
	vec_free(&r.next_side);
	vec_free(&r.copied);
	return e;
}

/* ---- both solutions ---- */

struct solving {
	const struct program *p;
	const struct pointers *pt;
	const struct callgraph *g;
	struct escape_options options;
	struct escape **out;
};

static void solve_one(void *context, uint32_t task, unsigned worker)
{
	struct solving *s = context;
	struct escape_options options = s->options;
	(void)worker;
	options.trusting = task == 1;
	s->out[task] = escape_solve(s->p, s->pt, s->g, &options);
}

void escape_solve_both(const struct program *p, const struct pointers *pt,
		       const struct callgraph *g, const struct escape_options *options,
		       unsigned workers, struct escape *out[2])
{
	struct solving s = {p, pt, g, *options, out};
	pool_for_each(workers, 2, solve_one, &s);
}

void escape_free(struct escape *e)
{
	if (!e)
		return;
	free(e->value);
	free(e->object);
	free(e->object_of);
	free(e->object_shared);
	free(e->funcs);
	free(e->call_at);
	free(e->group);
	vec_free(&e->nodes);
	vec_free(&e->fields);
	vec_free(&e->regions);
	vec_free(&e->blocks);
	vec_free(&e->roots);
	vec_free(&e->calls);
	vec_free(&e->call_nodes);
	vec_free(&e->own);
	vec_free(&e->state);
	free(e->others);
	free(e->holds);
	map_free(&e->others_at);
	map_free(&e->call_ids);
	map_free(&e->node_ids);
	free(e);
}
