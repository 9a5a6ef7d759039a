/* SPDX-License-Identifier: MIT */
/* Answers from the solved sets. Nothing here writes to the result. */
#include "pointer/andersen.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"

uint32_t pointers_object_count(const struct pointers *pt)
{
	return pt->object_count;
}

const struct pt_object *pointers_object(const struct pointers *pt, obj_id o)
{
	return &pt->objects.at[o < pt->object_count ? o : 0];
}

obj_id pointers_object_of_symbol(const struct pointers *pt, sym_id s)
{
	return s < pt->p->symbols.n ? pt->symbol_object[s] : 0;
}

obj_id pointers_object_at(const struct pointers *pt, func_id f, uint32_t inst)
{
	return object_at_inst(pt, f, inst);
}

bool pointers_is_allocator(const struct pointers *pt, func_id f)
{
	return pt->allocators[f].kind == ALLOC_FRESH;
}

uint32_t pointers_inner_objects(const struct pointers *pt, obj_id o,
				obj_id out[MAX_INNER_OBJECTS])
{
	const struct pt_object *x = pointers_object(pt, o);
	uint32_t n, count = 0;
	bool complete;
	const sym_id *t =
		x->kind == OBJ_HEAP ? pointers_callees(pt, x->func, x->inst, &n, &complete) : NULL;
	func_id body = t && n == 1 ? pt->p->symbols.at[t[0]].func : 0;
	const struct allocator *a = body ? &pt->allocators[body] : NULL;
	for (uint32_t i = 0; a && a->kind == ALLOC_FRESH && i < a->inner_count; i++) {
		obj_id inner = pointers_object_at(pt, body, a->inner[i]);
		if (inner && inner != o)
			out[count++] = inner;
	}
	return count;
}

void pointers_add_object(const struct pointers *pt, obj_id o, struct pt_set *out)
{
	vec_push(&out->locs, ((struct pt_loc){o, 0}));
	obj_id copy = out->copies && o < pt->real_objects ? pt->first_copy[o] : 0;
	for (; copy; copy = pt->next_copy.at[copy - pt->object_count])
		vec_push(&out->locs, ((struct pt_loc){copy, 0}));
}

void pt_set_free(struct pt_set *s)
{
	vec_free(&s->locs);
	s->unknown = false;
}

/* ---- building sets ---- */

static uint64_t order_of(const struct pt_loc *l)
{
	return map_key2(l->obj, l->offset);
}

/* In order, and each once. */
static bool is_normal(const struct pt_set *s)
{
	uint32_t i = 1;
	while (i < s->locs.n && order_of(&s->locs.at[i - 1]) < order_of(&s->locs.at[i]))
		i++;
	return i >= s->locs.n;
}

static void normalise(struct pt_set *s)
{
	enum { FEW = 64, HALF = 32 };
	uint64_t few[FEW];
	if (is_normal(s))
		return;
	uint64_t *at = s->locs.n > FEW ? xmalloc(s->locs.n * sizeof(*at)) : few;
	for (uint32_t i = 0; i < s->locs.n; i++)
		at[i] = order_of(&s->locs.at[i]);
	s->locs.n = sort_u64_set(at, s->locs.n);
	for (uint32_t i = 0; i < s->locs.n; i++)
		s->locs.at[i] = (struct pt_loc){(obj_id)(at[i] >> HALF), (uint32_t)at[i]};
	if (at != few)
		free(at);
}

static void add_loc(const struct pointers *pt, struct pt_set *s, obj_id o, uint32_t off)
{
	s->unknown |= pt->objects.at[o].kind == OBJ_EXTERNAL;
	if (o >= pt->object_count && !(s->copies && pt->origin.at[o - pt->object_count]))
		o = pt->origin.at[o - pt->object_count];
	if (o == pt->anything)
		return;
	vec_push(&s->locs, ((struct pt_loc){o, is_span(off) ? PT_ANY : off}));
}

static void add_moved(const struct pointers *pt, struct pt_set *s, struct pt_loc l,
		      int64_t bytes)
{
	uint32_t off[2], n = object_add(pt, l.obj, l.offset, bytes, off);
	for (uint32_t i = 0; i < n; i++)
		add_loc(pt, s, l.obj, off[i]);
}

static void add_node(const struct pointers *pt, struct pt_set *s, uint32_t node,
		     int32_t off)
{
	const struct andersen *a = pt->solver;
	if (!node || node >= a->nodes.n)
		return;
	const struct set_node *n = &a->nodes.at[node];
	for (uint32_t i = 0; i < n->n; i++) {
		const struct location *l = &a->locs.at[set_items(n)[i]];
		add_moved(pt, s, (struct pt_loc){l->obj, l->off}, off);
	}
}

void pointers_of_value(const struct pointers *pt, func_id f, ir_val v, struct pt_set *out)
{
	struct ref r = ref_of_value(pt, f, v);
	vec_clear(&out->locs);
	out->unknown = false;
	add_node(pt, out, r.node, r.off);
	normalise(out);
}

void pointers_of_symbol(const struct pointers *pt, sym_id s, struct pt_set *out)
{
	obj_id o = pointers_object_of_symbol(pt, s);
	vec_clear(&out->locs);
	out->unknown = false;
	if (!o)
		return;
	vec_push(&out->locs, ((struct pt_loc){o, 0}));
	if (!ir_section_start(pt->p, s))
		return;
	add_node(pt, out, pt->info.at[o].node, 0);
	normalise(out);
}

/* Can it be one variable and nothing else? Most values are not. */
static bool may_be_one_variable(const struct pointers *pt, uint32_t node)
{
	const struct andersen *a = pt->solver;
	const struct set_node *n = node < a->nodes.n ? &a->nodes.at[node] : NULL;
	obj_id one = 0;
	for (uint32_t i = 0; node && n && i < n->n; i++) {
		obj_id o = a->locs.at[set_items(n)[i]].obj;
		if (o >= pt->object_count)
			o = pt->origin.at[o - pt->object_count];
		if (o == pt->anything)
			continue;
		if (pt->objects.at[o].kind != OBJ_VARIABLE || (one && o != one))
			return false;
		one = o;
	}
	return one;
}

struct pt_loc pointers_variable(const struct pointers *pt, func_id f, ir_val v)
{
	struct pt_set s = {0};
	struct pt_loc l = {0};
	if (!may_be_one_variable(pt, ref_of_value(pt, f, v).node))
		return l;
	pointers_of_value(pt, f, v, &s);
	if (s.locs.n == 1 && !s.unknown && s.locs.at[0].offset != PT_ANY &&
	    pointers_object(pt, s.locs.at[0].obj)->kind == OBJ_VARIABLE)
		l = s.locs.at[0];
	pt_set_free(&s);
	return l;
}

bool pointers_of_ref(const struct pointers *pt, struct ref r, struct pt_set *out)
{
	const struct andersen *a = pt->solver;
	const struct set_node *n = r.node < a->nodes.n ? &a->nodes.at[r.node] : NULL;
	vec_clear(&out->locs);
	out->unknown = false;
	add_node(pt, out, r.node, r.off);
	normalise(out);
	for (uint32_t i = 0; n && i < n->n; i++) {
		if (a->locs.at[set_items(n)[i]].obj == pt->anything)
			return false;
	}
	return n != NULL;
}

void pointers_offset(const struct pointers *pt, const struct pt_set *in, int64_t bytes,
		     struct pt_set *out)
{
	struct pt_set s = {.unknown = in->unknown, .copies = in->copies};
	for (uint32_t i = 0; i < in->locs.n; i++)
		add_moved(pt, &s, in->locs.at[i], bytes);
	normalise(&s);
	vec_free(&out->locs);
	*out = s;
}

uint32_t pointers_move(const struct pointers *pt, struct pt_loc l, int64_t bytes,
		       struct pt_loc out[2])
{
	uint32_t off[2], n = object_add(pt, l.obj, l.offset, bytes, off);
	for (uint32_t i = 0; i < n; i++)
		out[i] = (struct pt_loc){l.obj, is_span(off[i]) ? PT_ANY : off[i]};
	return n;
}

void pointers_index(const struct pointers *pt, const struct pt_set *in, uint64_t stride,
		    struct pt_set *out)
{
	struct pt_set s = {.unknown = in->unknown, .copies = in->copies};
	for (uint32_t i = 0; i < in->locs.n; i++) {
		struct pt_loc l = in->locs.at[i];
		add_loc(pt, &s, l.obj, object_index(pt, l.obj, l.offset, stride));
	}
	normalise(&s);
	vec_free(&out->locs);
	*out = s;
}

/* ---- contents ---- */

/* What was stored through vague pointers and may be at that place. */
static void add_vague(const struct pointers *pt, struct pt_set *s, struct pt_loc l)
{
	const struct andersen *a = pt->solver;
	const struct pt_object *o = &pt->objects.at[l.obj];
	uint32_t g = pt->info.at[l.obj].group;
	bool stands = o->kind == OBJ_CLASS;
	loc_index any = a->memory.at[l.obj].any;
	if (any)
		add_node(pt, s, a->locs.at[any].in, 0);
	for (loc_index k = a->memory.at[l.obj].spans; k; k = a->locs.at[k].next)
		add_node(pt, s, a->locs.at[k].in, 0);
	if (stands)
		add_node(pt, s, a->groups.at[g].up, 0);
	if (!g)
		return;
	if (a->groups.at[g].any)
		add_node(pt, s, a->locs.at[a->groups.at[g].any].in, 0);
	if (l.offset == PT_ANY) {
		add_node(pt, s, a->groups.at[g].down, 0);
		return;
	}
	uint32_t cell = map_get(&a->group_cell_ids, map_key2(g, l.offset), 0);
	if (cell && a->group_cells.at[cell].vague)
		add_node(pt, s, a->locs.at[a->group_cells.at[cell].vague].in, 0);
}

/* Members become the group: for results without a bound. */
static void lift_set(const struct pointers *pt, struct pt_set *s)
{
	for (uint32_t i = 0; i < s->locs.n; i++) {
		struct pt_loc *l = &s->locs.at[i];
		uint32_t g = pt->info.at[l->obj].group;
		if (l->obj >= pt->real_objects || !g)
			continue;
		l->obj = pt->groups.at[g].object;
		if (pt->info.at[l->obj].vague)
			l->offset = PT_ANY;
	}
	normalise(s);
}

/* What is gathered is lifted when it has grown, not each time something is added. */
static void lift_grown(const struct pointers *pt, struct pt_set *s, uint32_t *lifted)
{
	if (s->locs.n <= 4 * pt->group_bound || s->locs.n <= 2 * *lifted)
		return;
	lift_set(pt, s);
	*lifted = s->locs.n;
}

static void add_locations(const struct pointers *pt, struct pt_set *s, loc_index first,
			  bool same)
{
	uint32_t lifted = 0;
	const struct andersen *a = pt->solver;
	for (loc_index l = first; l;
	     l = same ? a->locs.at[l].next_same : a->locs.at[l].next) {
		add_node(pt, s, a->locs.at[l].out, 0);
		lift_grown(pt, s, &lifted);
	}
}

/* A group that nobody accessed at that place while solving. */
static void add_members(const struct pointers *pt, struct pt_set *s, struct pt_loc l)
{
	const struct andersen *a = pt->solver;
	uint32_t g = pt->info.at[l.obj].group, n;
	if (l.offset != PT_ANY) {
		uint32_t cell = map_get(&a->group_cell_ids, map_key2(g, l.offset), 0);
		if (cell)
			add_locations(pt, s, a->group_cells.at[cell].members, true);
		return;
	}
	const obj_id *members = pointers_members(pt, l.obj, &n);
	for (uint32_t i = 0; i < n; i++)
		add_locations(pt, s, a->memory.at[members[i]].first, false);
}

static void add_contents_of(const struct pointers *pt, struct pt_set *s, struct pt_loc l)
{
	const struct andersen *a = pt->solver;
	loc_index known = map_get(&a->loc_ids, map_key2(l.obj, l.offset), 0);
	if (known && a->locs.at[known].out) {
		add_node(pt, s, a->locs.at[known].out, 0);
	} else if (object_holds(pt, l.obj, l.offset)) {
		add_vague(pt, s, l);
		if (pt->objects.at[l.obj].kind == OBJ_CLASS)
			add_members(pt, s, l);
		else if (l.offset == PT_ANY)
			add_locations(pt, s, a->memory.at[l.obj].first, false);
		if (pt->info.at[l.obj].self)
			add_loc(pt, s, l.obj, 0);
	}
}

static void add_contents(const struct pointers *pt, struct pt_set *s, struct pt_loc l)
{
	uint32_t lifted = 0;
	add_contents_of(pt, s, l);
	obj_id copy = l.obj < pt->real_objects && !s->copies ? pt->first_copy[l.obj] : 0;
	for (; copy; copy = pt->next_copy.at[copy - pt->object_count]) {
		add_contents_of(pt, s, (struct pt_loc){copy, l.offset});
		lift_grown(pt, s, &lifted);
	}
}

void pointers_load(const struct pointers *pt, const struct pt_set *in, struct pt_set *out)
{
	struct pt_set s = {.unknown = in->unknown, .copies = in->copies};
	for (uint32_t i = 0; i < in->locs.n; i++)
		add_contents(pt, &s, in->locs.at[i]);
	normalise(&s);
	if (s.locs.n > pt->set_bound)
		lift_set(pt, &s);
	vec_free(&out->locs);
	*out = s;
}

/* ---- calls ---- */

const struct model *pointers_model(const struct pointers *pt, sym_id function)
{
	return pt->models[function];
}

const sym_id *pointers_callees(const struct pointers *pt, func_id f, uint32_t inst,
			       uint32_t *n, bool *complete)
{
	const struct ir_inst *i = ir_inst_at(pt->p, &pt->p->funcs.at[f], inst);
	uint32_t known = map_get(&pt->call_at, inst_index(pt->p, f, inst), 0);
	sym_id direct = i->op == OP_CALL ? ir_val_symbol(pt->p, i->a) : 0;
	*n = 0;
	*complete = false;
	if (known) {
		const struct call_targets *t = &pt->calls.at[known - 1];
		*n = t->count;
		*complete = t->complete;
		return pt->callees.at + t->first;
	}
	if (!direct)
		return NULL;
	*n = 1;
	*complete = true;
	return &pt->symbol_self[direct];
}

const struct model *pointers_called_model(const struct pointers *pt, func_id f, uint32_t inst)
{
	uint32_t n = 0;
	bool complete;
	const sym_id *t = ir_inst_at(pt->p, &pt->p->funcs.at[f], inst)->op == OP_CALL
				  ? pointers_callees(pt, f, inst, &n, &complete)
				  : NULL;
	return n == 1 ? pt->models[t[0]] : NULL;
}

static uint64_t target_kind_of(const struct pointers *pt, func_id f, uint32_t inst,
			       sym_id callee)
{
	uint64_t key = map_key2(inst_index(pt->p, f, inst), callee);
	return map_get(&pt->targets, key, TARGET_FOUND);
}

bool pointers_is_anything(const struct pointers *pt, func_id f, uint32_t inst, sym_id callee)
{
	return target_kind_of(pt, f, inst, callee) == TARGET_GUESSED;
}

enum guess_kind pointers_guess(const struct pointers *pt, func_id f, uint32_t inst, sym_id callee)
{
	enum { FEW = 2 };
	uint32_t n;
	bool complete;
	if (target_kind_of(pt, f, inst, callee) == TARGET_FOUND)
		return GUESS_NONE;
	pointers_callees(pt, f, inst, &n, &complete);
	return n > FEW ? GUESS_MANY : GUESS_FEW;
}

uint32_t pointers_functions(const struct pointers *pt, const struct pt_set *s,
			    sym_id *out, uint32_t cap)
{
	VEC(sym_id) all = {0};
	for (uint32_t i = 0; i < s->locs.n; i++) {
		const struct pt_object *o = &pt->objects.at[s->locs.at[i].obj];
		uint32_t count;
		const obj_id *members = pointers_members(pt, s->locs.at[i].obj, &count);
		if (o->kind == OBJ_FUNCTION)
			vec_push(&all, o->sym);
		for (uint32_t k = 0; k < count; k++) {
			if (pt->objects.at[members[k]].kind == OBJ_FUNCTION)
				vec_push(&all, pt->objects.at[members[k]].sym);
		}
	}
	uint32_t n = sort_u32_set(all.at, all.n);
	if (n && cap)
		memcpy(out, all.at, (n < cap ? n : cap) * sizeof(*out));
	vec_free(&all);
	return n;
}

/* ---- alias classes ---- */

static cell_id cell_of(const struct pointers *pt, uint32_t class_id, int64_t off)
{
	const struct alias_class *c = &pt->classes.at[class_id];
	if (!class_id)
		return 0;
	off = class_fold(pt, class_id, off);
	off = off < 0 ? 0 : off >= c->extent ? (int64_t)c->extent - 1 : off;
	cell_id cell = c->cell_first + (cell_id)off;
	return pt->same_cell ? pt->same_cell[cell] : cell;
}

cell_id pointers_cell(const struct pointers *pt, struct pt_loc l)
{
	const struct pt_object *o = pointers_object(pt, l.obj);
	int64_t off = l.offset == PT_ANY ? 0 : (int32_t)l.offset;
	uint32_t n;
	const obj_id *members = pointers_members(pt, l.obj, &n);
	off += pt->object_delta[n ? members[0] : l.obj];
	return cell_of(pt, o->class_id, off);
}

cell_id pointers_cell_behind(const struct pointers *pt, func_id f, ir_val v, uint32_t bytes)
{
	struct ref r = ref_of_value(pt, f, v);
	if (!r.node || r.node >= pt->static_nodes)
		return 0;
	return cell_of(pt, pt->node_cell[r.node],
		       (int64_t)pt->node_cell_off[r.node] + r.off + bytes);
}

cell_id pointers_cell_of_address(const struct pointers *pt, func_id f, ir_val v)
{
	return pointers_cell_behind(pt, f, v, 0);
}

uint32_t pointers_class_of_address(const struct pointers *pt, func_id f, ir_val v)
{
	uint32_t node = ref_of_value(pt, f, v).node;
	return node && node < pt->static_nodes ? pt->node_cell[node] : 0;
}

uint32_t pointers_class_size(const struct pointers *pt, uint32_t class_id)
{
	return class_id < pt->classes.n ? pt->classes.at[class_id].count : 0;
}

const obj_id *pointers_class_members(const struct pointers *pt, uint32_t class_id,
				     uint32_t *n)
{
	*n = pointers_class_size(pt, class_id);
	return *n ? pt->class_members.at + pt->classes.at[class_id].first : NULL;
}

const obj_id *pointers_members(const struct pointers *pt, obj_id o, uint32_t *n)
{
	uint32_t g = pt->info.at[o].group;
	*n = 0;
	if (pt->objects.at[o].kind != OBJ_CLASS)
		return NULL;
	*n = pt->groups.at[g].count;
	return pt->group_members.at + pt->groups.at[g].first;
}

bool pointers_is_absorbed(const struct pointers *pt, obj_id o)
{
	return pt->absorbed[o] || pt->absorbed[pointers_kin(pt, o)];
}

bool pointers_may_be_shared(const struct pointers *pt, obj_id o)
{
	return o < pt->object_count && pt->shared[o];
}
