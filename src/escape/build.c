/* SPDX-License-Identifier: MIT */
/*
 * The graph of one group of functions: their constraints, and copies of what their
 * callees have found.
 */
#include <string.h>

#include "escape/internal.h"
#include "ir/address.h"

/* ---- what belongs to whom ---- */

static void own_values(struct builder *b)
{
	const struct pointers *pt = b->e->pt;
	for (func_id f = 1; f < b->e->p->funcs.n; f++) {
		for (uint32_t n = pt->parts[f].node_first; n < pt->parts[f].node_end; n++)
			b->owner[n] = f;
	}
}

/* The function in whose graph a value is; 0: it is every function's. */
static func_id owner_of(const struct builder *b, uint32_t node)
{
	obj_id o = node < b->e->value_count ? b->e->object_of[node] : 0;
	if (node >= b->e->value_count)
		return 0;
	return o ? b->e->pt->objects.at[o].func : b->owner[node];
}

/* What threads and unknown functions are given, by function. */
static void sort_escapes(struct builder *b)
{
	const struct pointers *pt = b->e->pt;
	uint32_t n = b->e->p->funcs.n;
	b->escape_at = xcalloc(n + 2u, sizeof(*b->escape_at));
	b->escaping = xcalloc(pt->escapes.n + 1u, sizeof(*b->escaping));
	for (uint32_t i = 0; i < pt->escapes.n; i++) {
		uint32_t node = pt->escapes.at[i].node;
		b->escape_at[owner_of(b, node) + 1]++;
		if (node < b->e->value_count && !b->e->trusting &&
		    is_thread_local(pt, b->e->object_of[node]))
			b->e->object_shared[b->e->object_of[node]] = true;
	}
	for (uint32_t f = 0; f < n; f++)
		b->escape_at[f + 1] += b->escape_at[f];
	uint32_t *at = xcalloc(n + 1u, sizeof(*at));
	for (uint32_t i = 0; i < pt->escapes.n; i++) {
		func_id f = owner_of(b, pt->escapes.at[i].node);
		b->escaping[b->escape_at[f] + at[f]++] = pt->escapes.at[i];
	}
	free(at);
}

void build_init(struct builder *b, struct escape *e)
{
	*b = (struct builder){.e = e, .g = {.p = e->p}};
	b->value = xcalloc(e->value_count + 1u, sizeof(*b->value));
	b->object = xcalloc(e->pt->objects.n + 1u, sizeof(*b->object));
	b->owner = xcalloc(e->value_count + 1u, sizeof(*b->owner));
	b->sites = xcalloc(e->p->insts.n + 1u, 1);
	for (uint32_t i = 0; i < e->pt->sites.n; i++) {
		const struct site *s = &e->pt->sites.at[i];
		b->sites[inst_index(e->p, s->func, s->inst)] |= (uint8_t)(1u << s->kind);
	}
	free(order_functions(e->p, &b->knot));
	b->group = xcalloc(e->p->funcs.n + 1u, sizeof(*b->group));
	for (func_id f = 1; f < e->p->funcs.n; f++) /* numbers that no knot has */
		b->group[f] = e->p->funcs.n + f;
	own_values(b);
	sort_escapes(b);
}

void build_free(struct builder *b)
{
	graph_free(&b->g);
	free(b->value);
	free(b->object);
	free(b->owner);
	free(b->group);
	free(b->knot);
	free(b->sites);
	free(b->escape_at);
	free(b->escaping);
	vec_free(&b->objects);
	vec_free(&b->calls);
}

/* ---- who is called by somebody we do not see ---- */

/* Are the arguments of the edge those of a site that is bound here? */
static bool is_bound(const struct builder *b, const struct call_edge *x)
{
	uint8_t sites = b->sites[inst_index(b->e->p, x->caller, x->inst)];
	switch (x->kind) {
	case EDGE_DIRECT:
		return true;
	case EDGE_INDIRECT:
		return sites & 1u << SITE_CALL;
	case EDGE_CALLBACK:
		return sites == 1u << SITE_CALLBACK;
	default:
		return false;
	}
}

/* --entry: a name, or a pattern for visible functions; thread/ knows which. */
static bool may_be_entry(const struct program *p, func_id f, const struct escape_options *o)
{
	const struct ir_symbol *s = &p->symbols.at[p->funcs.at[f].sym];
	for (uint32_t i = 0; i < o->entry_count; i++) {
		if ((strpbrk(o->entries[i], "*?[") && s->linkage != LINK_INTERNAL) ||
		    strcmp(ir_str(p, s->name), o->entries[i]) == 0 ||
		    strcmp(ir_str(p, s->source_name), o->entries[i]) == 0)
			return true;
	}
	return false;
}

void find_outside(struct builder *b, const struct escape_options *options)
{
	const struct callgraph *cg = b->e->cg;
	const struct program *p = b->e->p;
	for (func_id f = 1; f < p->funcs.n; f++) {
		bool visible = p->symbols.at[p->funcs.at[f].sym].linkage != LINK_INTERNAL;
		b->e->funcs[f].interface = cg->caller_at[f] == cg->caller_at[f + 1] ||
					   (visible && b->e->pt->is_open) ||
					   may_be_entry(p, f, options);
	}
	for (uint32_t i = 0; i < cg->edge_count; i++) {
		if (!is_bound(b, &cg->edges[i]))
			b->e->funcs[cg->edges[i].callee].outside = true;
	}
}

/* ---- spots ---- */

static struct spot shared(void)
{
	return spot_at(NODE_SHARED, 0);
}

static bool is_here(const struct builder *b, func_id f)
{
	return f && b->group[f] == b->here;
}

static struct spot new_object(struct builder *b, obj_id o)
{
	const struct pointers *pt = b->e->pt;
	const struct pt_object *x = &pt->objects.at[o];
	bool typed = pt->info.at[o].declared || pt->info.at[o].typed;
	struct spot s = spot_at(graph_new(&b->g, typed ? x->type : 0), 0);
	graph_use(&b->g, s);
	if (x->kind == OBJ_VARARGS)
		graph_index(&b->g, s, 0);
	if (x->kind == OBJ_VARIABLE || x->kind == OBJ_EXTERNAL)
		graph_make_foreign(&b->g, s);
	vec_push(&b->objects, o);
	return s;
}

static struct spot spot_of_object(struct builder *b, obj_id o)
{
	const struct pt_object *x = &b->e->pt->objects.at[o];
	bool own = x->kind == OBJ_LOCAL || x->kind == OBJ_HEAP || x->kind == OBJ_VARARGS;
	if (x->kind == OBJ_FUNCTION || x->kind == OBJ_STRINGS)
		return (struct spot){0}; /* nothing to write, no pointers to read */
	if (own && !is_here(b, x->func))
		return graph_new_foreign(&b->g);
	if (!b->object[o].node)
		b->object[o] = new_object(b, o);
	return b->object[o];
}

static type_id type_of_node(const struct pointers *pt, uint32_t node)
{
	type_id t = node < pt->node_type.n ? pt->node_type.at[node] : 0;
	return is_record_kind(t) ? t : 0;
}

struct spot spot_of_node(struct builder *b, uint32_t node)
{
	if (!node)
		return (struct spot){0};
	if (node >= b->e->value_count)
		return graph_new_foreign(&b->g);
	if (b->e->object_of[node])
		return spot_of_object(b, b->e->object_of[node]);
	if (!is_here(b, b->owner[node]))
		return graph_new_foreign(&b->g);
	if (!b->value[node].node)
		b->value[node] = spot_at(
			graph_new(&b->g, type_of_node(b->e->pt, node)), 0);
	return b->value[node];
}

static struct spot spot_of_ref(struct builder *b, struct ref r)
{
	struct spot s = spot_of_node(b, r.node);
	return spot_at(s.node, (int64_t)s.off + r.off);
}

/* The value of a node is also what s says. */
static void assign(struct builder *b, uint32_t node, struct spot s)
{
	if (!node || !s.node)
		return;
	if (node >= b->e->value_count || !is_here(b, b->owner[node])) {
		graph_join(&b->g, s, shared()); /* a value that every function has */
		return;
	}
	if (!b->value[node].node) {
		b->value[node] = s;
		type_id t = type_of_node(b->e->pt, node);
		if (t)
			graph_set_type(&b->g, s, t);
		return;
	}
	graph_join(&b->g, spot_of_node(b, node), s);
}

struct spot root_of(struct builder *b, func_id f, uint32_t i)
{
	const struct pointers *pt = b->e->pt;
	const struct ir_func *fn = &b->e->p->funcs.at[f];
	if (i < fn->param_count)
		return spot_of_node(b, pt->param_node[fn->param_first + i]);
	if (i == fn->param_count + ROOT_RESULT)
		return spot_of_node(b, pt->return_node[f]);
	obj_id v = pt->varargs_object[f];
	return v ? spot_of_object(b, v) : (struct spot){0};
}

/* ---- calls ---- */

struct actuals {
	func_id caller;
	uint32_t inst;
	const struct ref *args;
	uint32_t n;
	uint32_t result;
};

static struct spot in_copy(uint32_t base, struct spot s)
{
	return s.node < FIRST_NODE ? s : spot_at(base + s.node - FIRST_NODE, s.off);
}

static void copy_node(struct builder *b, const struct summary_node *n, uint32_t base,
		      uint32_t to)
{
	const struct escape *e = b->e;
	struct graph_node *x = &b->g.nodes.at[to];
	x->type = n->type;
	x->type_off = n->type_off;
	x->foreign = n->foreign;
	x->used = n->used;
	for (uint32_t i = 0; i < n->region_count; i++) {
		struct region r = e->regions.at[n->region_first + n->region_count - 1 - i];
		r.next = x->regions;
		vec_push(&b->g.regions, r);
		x->regions = b->g.regions.n - 1;
	}
	for (uint32_t i = 0; i < n->field_count; i++) {
		const struct summary_field *f = &e->fields.at[n->field_first + i];
		vec_push(&b->g.fields,
			 ((struct field){f->off, x->fields, in_copy(base, f->target),
					 f->stored}));
		x->fields = b->g.fields.n - 1;
		x->field_count++;
	}
}

/* A copy of what callers see of f; the number of its first node. */
static uint32_t copy_summary(struct builder *b, func_id f)
{
	const struct function *x = &b->e->funcs[f];
	uint32_t base = b->g.nodes.n;
	for (uint32_t i = 0; i < x->node_count; i++)
		graph_new(&b->g, 0);
	for (uint32_t i = 0; i < x->node_count; i++)
		copy_node(b, &b->e->nodes.at[x->node_first + i], base, base + i);
	for (uint32_t i = 0; i < x->block_count; i++) {
		struct block k = b->e->blocks.at[x->block_first + i];
		k.to = in_copy(base, k.to);
		k.from = in_copy(base, k.from);
		graph_copy(&b->g, k);
	}
	return base;
}

static struct spot callee_root(struct builder *b, func_id callee, uint32_t base, uint32_t i)
{
	if (is_here(b, callee))
		return root_of(b, callee, i);
	if (!b->e->funcs[callee].known)
		return (struct spot){0}; /* its turn comes, and then ours again */
	return in_copy(base, b->e->roots.at[b->e->funcs[callee].root_first + i]);
}

static void share_arguments(struct builder *b, const struct actuals *a)
{
	for (uint32_t i = 0; i < a->n; i++)
		graph_join(&b->g, spot_of_ref(b, a->args[i]), shared());
}

/* A function that we do not know: it may keep all it is given. */
static void call_unknown(struct builder *b, const struct actuals *a)
{
	if (!b->e->trusting)
		share_arguments(b, a);
	if (!is_hook(b->e->pt, a->caller, a->inst))
		assign(b, a->result, graph_new_foreign(&b->g));
}

/* One of the variable arguments; of a struct that is passed as such what it holds. */
static void pass_extra(struct builder *b, const struct actuals *a, uint32_t i,
		       struct spot varargs)
{
	const struct program *p = b->e->p;
	uint32_t size = ir_copied_argument(p, &p->funcs.at[a->caller], a->inst, i);
	struct spot s = spot_of_ref(b, a->args[i]);
	if (size)
		graph_copy(&b->g, (struct block){varargs, s, size});
	else
		graph_store(&b->g, varargs, s);
}

static void bind_call(struct builder *b, const struct actuals *a, func_id callee)
{
	uint32_t params = b->e->p->funcs.at[callee].param_count, base = 0;
	if (b->g.nodes.n > MAX_GRAPH) {
		share_arguments(b, a);
		assign(b, a->result, graph_new_foreign(&b->g));
		b->e->funcs[callee].outside = true;
		b->e->cut++;
		return;
	}
	if (!is_here(b, callee)) {
		base = copy_summary(b, callee);
		vec_push(&b->calls,
			 ((struct bound_call){a->caller, callee, a->inst, base}));
	}
	struct spot varargs = callee_root(b, callee, base, params + ROOT_VARARGS);
	for (uint32_t i = 0; i < a->n; i++) {
		struct spot s = spot_of_ref(b, a->args[i]);
		if (i < params)
			graph_join(&b->g, s, callee_root(b, callee, base, i));
		else if (varargs.node && s.node)
			pass_extra(b, a, i, varargs);
	}
	if (a->result)
		assign(b, a->result, callee_root(b, callee, base, params + ROOT_RESULT));
}

/* Library functions found through a pointer: what they do is not looked up. */
static void bind_pointer_call(struct builder *b, const struct actuals *a)
{
	uint32_t n;
	bool complete;
	const sym_id *at = pointers_callees(b->e->pt, a->caller, a->inst, &n, &complete);
	for (uint32_t i = 0; i < n; i++) {
		func_id body = b->e->p->symbols.at[at[i]].func;
		if (body && !b->e->pt->models[at[i]])
			bind_call(b, a, body);
		else
			call_unknown(b, a);
	}
	if (!complete || !n)
		call_unknown(b, a);
}

static void bind_callbacks(struct builder *b, const struct actuals *a)
{
	uint32_t n, later = 0;
	const struct call_edge *x = callgraph_at(b->e->cg, a->caller, a->inst, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (x[i].kind == EDGE_CALLBACK)
			bind_call(b, a, x[i].callee);
		later += x[i].kind == EDGE_LATER;
	}
	if (later)
		share_arguments(b, a);
	else if (!n)
		call_unknown(b, a);
}

static void bind_site(struct builder *b, const struct site *s)
{
	struct actuals a = {s->func, s->inst, b->e->pt->site_args.at + s->args, s->arg_count,
			    s->result};
	if (s->kind == SITE_CALL)
		bind_pointer_call(b, &a);
	else if (s->kind == SITE_CALLBACK)
		bind_callbacks(b, &a);
	else if (s->kind == SITE_CREATE)
		share_arguments(b, &a);
}

/* ---- constraints ---- */

static void apply(struct builder *b, const struct con *c)
{
	struct graph *g = &b->g;
	struct spot a = spot_of_ref(b, c->a);
	switch (c->kind) {
	case CON_COPY:
		assign(b, c->dst, a);
		break;
	case CON_INDEX:
	case CON_INTERIOR:
		assign(b, c->dst, a);
		graph_index(g, a, c->kind == CON_INDEX && c->imm ? c->imm : 1);
		break;
	case CON_ANY:
		assign(b, c->dst, a);
		graph_index(g, a, 0);
		break;
	case CON_LOAD:
		assign(b, c->dst, graph_load(g, a));
		break;
	case CON_STORE:
		graph_store(g, a, spot_of_ref(b, c->b));
		break;
	case CON_BLOCK:
		graph_copy(g, (struct block){a, spot_of_ref(b, c->b),
					     c->imm == BLOCK_ALL ? 0 : c->imm});
		break;
	default:
		break;
	}
}

static void use_value(struct builder *b, func_id f, ir_val v)
{
	graph_use(&b->g, spot_of_ref(b, ref_of_value(b->e->pt, f, v)));
}

/* Which memory the instructions touch, whether or not there are pointers in it. */
static void use_operands(struct builder *b, func_id f, const struct ir_inst *i)
{
	const struct program *p = b->e->p;
	sym_id callee = i->op == OP_CALL ? ir_val_symbol(p, i->a) : 0;
	if (i->op == OP_LOAD || i->op == OP_STORE || i->op == OP_RMW ||
	    i->op == OP_CMPXCHG || i->op == OP_COPY || i->op == OP_SET)
		use_value(b, f, i->a);
	if (i->op == OP_COPY)
		use_value(b, f, i->b);
	if (i->op != OP_CALL || (callee && p->symbols.at[callee].func &&
				 !b->e->pt->models[callee]))
		return;
	for (uint32_t k = 0; k < i->arg_count; k++)
		use_value(b, f, p->operands.at[i->args + k]);
}

static void build_function(struct builder *b, func_id f)
{
	const struct ir_func *fn = &b->e->p->funcs.at[f];
	const struct pointers *pt = b->e->pt;
	for (uint32_t i = pt->parts[f].con_first; i < pt->parts[f].con_end; i++)
		apply(b, &pt->cons.list.at[i]);
	for (uint32_t i = 0; i < fn->inst_count; i++)
		use_operands(b, f, ir_inst_at(b->e->p, fn, i));
	uint32_t end = b->e->trusting ? b->escape_at[f] : b->escape_at[f + 1];
	for (uint32_t i = b->escape_at[f]; i < end; i++)
		graph_join(&b->g, spot_of_ref(b, b->escaping[i]), shared());
}

static void build_calls(struct builder *b, func_id f)
{
	const struct pointers *pt = b->e->pt;
	for (uint32_t i = pt->parts[f].call_first; i < pt->parts[f].call_end; i++) {
		const struct body_call *c = &pt->body_calls.at[i];
		struct actuals a = {f, c->inst, pt->site_args.at + c->args, c->arg_count,
				    c->result};
		bind_call(b, &a, c->callee);
	}
	for (uint32_t i = pt->parts[f].con_first; i < pt->parts[f].con_end; i++) {
		if (pt->cons.list.at[i].kind == CON_CALL)
			bind_site(b, &pt->sites.at[pt->cons.list.at[i].imm]);
	}
}

static void forget_values(struct builder *b, func_id f)
{
	const struct func_part *part = &b->e->pt->parts[f];
	for (uint32_t n = part->node_first; n < part->node_end; n++)
		b->value[n] = (struct spot){0};
}

static void share_roots(struct builder *b, func_id f)
{
	uint32_t n = b->e->p->funcs.at[f].param_count + EXTRA_ROOTS;
	for (uint32_t i = 0; b->e->funcs[f].given_up && i < n; i++)
		graph_join(&b->g, root_of(b, f, i), shared());
}

void build_group(struct builder *b, const func_id *members, uint32_t n)
{
	b->here = b->group[members[0]];
	graph_clear(&b->g);
	vec_clear(&b->calls);
	for (uint32_t i = 0; i < b->objects.n; i++)
		b->object[b->objects.at[i]] = (struct spot){0};
	vec_clear(&b->objects);
	for (uint32_t i = 0; i < n; i++)
		forget_values(b, members[i]);
	for (uint32_t i = 0; i < n; i++)
		build_function(b, members[i]);
	for (uint32_t i = 0; i < n; i++)
		build_calls(b, members[i]);
	for (uint32_t i = 0; i < n; i++)
		share_roots(b, members[i]);
	graph_settle(&b->g);
}
