/* SPDX-License-Identifier: MIT */
/*
 * Whose memory a pointer means: only what the thread that has it made itself?
 *
 * An object that is allocated, filled in and then given away is shared memory for
 * the graphs, from its first byte on. But while a function works on what its own
 * callees have just returned, two threads that do so have two objects, whoever
 * gets them later. So this is not about who may reach the memory, but about where
 * the pointer came from: a value is OTHERS' when it may have come from a global
 * variable, from a parameter of a function that somebody outside calls, from an
 * unknown function, or out of memory that more than one thread may reach. The rest
 * are pointers to locals and to memory allocated by this thread, moved by copies,
 * calls, returns, through memory that is private to one thread (by field), and
 * through memory that it allocated, if nothing else than such pointers is stored there
 * by others, whoever may look.
 *
 * One context for all callers. Flow does not matter.
 */
#include "escape/internal.h"

struct copy_edge {
	uint32_t from, to;
};

struct owning {
	struct escape *e;
	VEC(struct copy_edge) edges; /* values of 'from' come to 'to' */
	uint32_t *edge_at;	     /* [value_count + 2] edges by 'from' */
	uint32_t *edge_to;
	VEC(uint32_t) marked; /* others', and not yet passed on */
	VEC(struct con) loads, stores, blocks, clones;
	struct pt_set to, from;
	bool changed;
};

/* ---- values ---- */

static void mark(struct owning *w, uint32_t node)
{
	struct escape *e = w->e;
	if (!node || node >= e->value_count || e->others[node] || e->object_of[node])
		return;
	e->others[node] = true;
	vec_push(&w->marked, node);
	w->changed = true;
}

static void add_edge(struct owning *w, struct ref from, uint32_t to)
{
	if (!from.node || !to || to >= w->e->value_count)
		return;
	if (is_others(w->e, from.node))
		mark(w, to);
	else if (!w->e->object_of[from.node])
		vec_push(&w->edges, ((struct copy_edge){from.node, to}));
}

/* ---- memory ---- */

static bool has_no_pointers(const struct escape *e, obj_id o)
{
	uint8_t kind = e->pt->objects.at[o].kind;
	return kind == OBJ_STRINGS || kind == OBJ_FUNCTION;
}

static void put_others(struct owning *w, struct pt_loc l)
{
	struct escape *e = w->e;
	if (holds_others(e, l) && (l.offset != PT_ANY || e->holds[l.obj] & HOLDS_ANYWHERE))
		return;
	e->holds[l.obj] |= l.offset == PT_ANY ? HOLDS_SOMEWHERE | HOLDS_ANYWHERE
					      : HOLDS_SOMEWHERE;
	if (l.offset != PT_ANY)
		map_put(&e->others_at, map_key2(l.obj, l.offset), 1);
	w->changed = true;
}

/* Others' pointers come to each of these places, or to 'size' bytes from there. 'own': those
 * who store there have only pointers of their own, so memory of one thread keeps such only. */
static void put_others_at(struct owning *w, const struct pt_set *s, uint32_t size, bool own)
{
	enum { MAX_BYTES = 1024 };
	uint32_t step = w->e->pt->pointer_size;
	for (uint32_t i = 0; i < s->locs.n; i++) {
		struct pt_loc l = s->locs.at[i];
		uint32_t n = 0;
		if (own && is_of_one_thread(w->e, l.obj))
			continue;
		const obj_id *members = pointers_members(w->e->pt, l.obj, &n);
		for (uint32_t k = 0; k < n; k++)
			put_others(w, (struct pt_loc){members[k], PT_ANY});
		if (size > MAX_BYTES || l.offset == PT_ANY) {
			put_others(w, (struct pt_loc){l.obj, PT_ANY});
			continue;
		}
		for (uint32_t at = 0; at + step <= size; at += step)
			put_others(w, (struct pt_loc){l.obj, l.offset + at});
	}
}

/* May a pointer that is read there be others'? 'whole': anywhere in the object. */
static bool reads_others(struct owning *w, struct ref address, bool whole)
{
	struct escape *e = w->e;
	if (!pointers_of_ref(e->pt, address, &w->from) || !w->from.locs.n)
		return true;
	for (uint32_t i = 0; i < w->from.locs.n; i++) {
		struct pt_loc l = w->from.locs.at[i];
		if (has_no_pointers(e, l.obj))
			continue;
		if (!is_kept_by(e, l.obj, !is_others(e, address.node)) || holds_others(e, l) ||
		    (whole && e->holds[l.obj]))
			return true;
	}
	return false;
}

/* ---- calls ---- */

static void bind_arguments(struct owning *w, const struct ref *args, uint32_t n,
			   uint32_t result, func_id callee)
{
	const struct pointers *pt = w->e->pt;
	const struct ir_func *fn = &w->e->p->funcs.at[callee];
	for (uint32_t i = 0; i < n && i < fn->param_count; i++)
		add_edge(w, args[i], pt->param_node[fn->param_first + i]);
	add_edge(w, (struct ref){pt->return_node[callee], 0}, result);
}

static void bind_pointer_call(struct owning *w, const struct site *s)
{
	const struct escape *e = w->e;
	uint32_t n;
	bool complete;
	const sym_id *at = pointers_callees(e->pt, s->func, s->inst, &n, &complete);
	for (uint32_t i = 0; i < n; i++) {
		func_id body = e->p->symbols.at[at[i]].func;
		if (body && !e->pt->models[at[i]])
			bind_arguments(w, e->pt->site_args.at + s->args, s->arg_count,
				       s->result, body);
		else
			mark(w, s->result);
	}
	if (!complete || !n)
		mark(w, s->result);
}

static void bind_callbacks(struct owning *w, const struct site *s)
{
	uint32_t n;
	const struct call_edge *x = callgraph_at(w->e->cg, s->func, s->inst, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (x[i].kind == EDGE_CALLBACK)
			bind_arguments(w, w->e->pt->site_args.at + s->args, s->arg_count,
				       s->result, x[i].callee);
		else
			mark(w, s->result);
	}
	if (!n)
		mark(w, s->result);
}

/* ---- all ---- */

static void read_constraint(struct owning *w, const struct con *c)
{
	switch (c->kind) {
	case CON_COPY:
	case CON_INDEX:
	case CON_ANY:
	case CON_INTERIOR:
		add_edge(w, c->a, c->dst);
		break;
	case CON_LOAD:
		if (c->dst < w->e->value_count)
			vec_push(&w->loads, *c);
		break;
	case CON_STORE:
		vec_push(&w->stores, *c);
		break;
	case CON_BLOCK:
		vec_push(&w->blocks, *c);
		break;
	case CON_CLONE:
		vec_push(&w->clones, *c);
		break;
	case CON_CALL:
		if (w->e->pt->sites.at[c->imm].kind == SITE_CALL)
			bind_pointer_call(w, &w->e->pt->sites.at[c->imm]);
		else if (w->e->pt->sites.at[c->imm].kind == SITE_CALLBACK)
			bind_callbacks(w, &w->e->pt->sites.at[c->imm]);
		else
			mark(w, w->e->pt->sites.at[c->imm].result);
		break;
	default:
		break;
	}
}

static void read_function(struct owning *w, func_id f)
{
	const struct escape *e = w->e;
	const struct pointers *pt = e->pt;
	const struct ir_func *fn = &e->p->funcs.at[f];
	bool called = e->funcs[f].outside || e->funcs[f].interface;
	for (uint32_t i = 0; called && i < fn->param_count; i++)
		mark(w, pt->param_node[fn->param_first + i]);
	for (uint32_t i = pt->parts[f].call_first; i < pt->parts[f].call_end; i++) {
		const struct body_call *c = &pt->body_calls.at[i];
		bind_arguments(w, pt->site_args.at + c->args, c->arg_count, c->result,
			       c->callee);
	}
}

/* Values that belong to no function are everybody's; but what was set for a key is found by the
 * thread that has set it. */
static void mark_common(struct owning *w)
{
	const struct escape *e = w->e;
	bool *owned = xcalloc(e->value_count + 1u, sizeof(*owned));
	for (func_id f = 1; f < e->p->funcs.n; f++) {
		for (uint32_t n = e->pt->parts[f].node_first; n < e->pt->parts[f].node_end; n++)
			owned[n] = true;
	}
	for (uint32_t n = 1; n < e->value_count; n++) {
		if (!owned[n] && n != e->pt->tsd_in && n != e->pt->tsd_out)
			mark(w, n);
	}
	free(owned);
}

static void sort_edges(struct owning *w)
{
	uint32_t n = w->e->value_count;
	uint32_t *next = xcalloc(n + 2u, sizeof(*next));
	w->edge_at = xcalloc(n + 2u, sizeof(*w->edge_at));
	w->edge_to = xcalloc(w->edges.n + 1u, sizeof(*w->edge_to));
	for (uint32_t i = 0; i < w->edges.n; i++)
		w->edge_at[w->edges.at[i].from + 1]++;
	for (uint32_t i = 0; i <= n; i++)
		w->edge_at[i + 1] += w->edge_at[i];
	for (uint32_t i = 0; i < w->edges.n; i++) {
		uint32_t from = w->edges.at[i].from;
		w->edge_to[w->edge_at[from] + next[from]++] = w->edges.at[i].to;
	}
	free(next);
}

static void pass_on(struct owning *w)
{
	while (w->marked.n) {
		uint32_t node = w->marked.at[--w->marked.n];
		for (uint32_t i = w->edge_at[node]; i < w->edge_at[node + 1]; i++)
			mark(w, w->edge_to[i]);
	}
}

/* What is stored, copied and loaded; what is known to be others' is not asked again. */
static void move_through_memory(struct owning *w)
{
	struct escape *e = w->e;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < w->stores.n; i++) {
		struct con c = w->stores.at[i];
		bool others = is_others(e, c.b.node);
		if (!others)
			w->stores.at[kept++] = c;
		if (!others && !is_others(e, c.a.node))
			continue;
		pointers_of_ref(e->pt, c.a, &w->to);
		put_others_at(w, &w->to, e->pt->pointer_size, !others);
	}
	w->stores.n = kept;
	kept = 0;
	for (uint32_t i = 0; i < w->blocks.n; i++) {
		struct con c = w->blocks.at[i];
		bool others = reads_others(w, c.b, true);
		if (!others)
			w->blocks.at[kept++] = c;
		if (!others && !is_others(e, c.a.node))
			continue;
		pointers_of_ref(e->pt, c.a, &w->to);
		put_others_at(w, &w->to, c.imm, !others);
	}
	w->blocks.n = kept;
	for (uint32_t i = 0; i < w->clones.n; i++) {
		if (e->holds[w->clones.at[i].imm])
			put_others(w, (struct pt_loc){w->clones.at[i].dst, PT_ANY});
	}
	kept = 0;
	for (uint32_t i = 0; i < w->loads.n; i++) {
		struct con c = w->loads.at[i];
		if (e->others[c.dst])
			continue;
		if (reads_others(w, c.a, false))
			mark(w, c.dst);
		else
			w->loads.at[kept++] = c;
	}
	w->loads.n = kept;
}

void find_own(struct escape *e)
{
	struct owning w = {.e = e};
	e->others = xcalloc(e->value_count + 1u, sizeof(*e->others));
	e->holds = xcalloc(e->pt->objects.n + 1u, sizeof(*e->holds));
	mark_common(&w);
	for (uint32_t i = 0; i < e->pt->cons.list.n; i++)
		read_constraint(&w, &e->pt->cons.list.at[i]);
	for (func_id f = 1; f < e->p->funcs.n; f++)
		read_function(&w, f);
	sort_edges(&w);
	do {
		w.changed = false;
		pass_on(&w);
		move_through_memory(&w);
	} while (w.changed);
	vec_free(&w.edges);
	vec_free(&w.marked);
	vec_free(&w.loads);
	vec_free(&w.stores);
	vec_free(&w.blocks);
	vec_free(&w.clones);
	pt_set_free(&w.to);
	pt_set_free(&w.from);
	free(w.edge_at);
	free(w.edge_to);
}
