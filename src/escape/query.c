/* SPDX-License-Identifier: MIT */
/* Answers. Nothing here writes to the result. */
#include "base/stats.h"
#include "escape/internal.h"

bool escape_may_be_shared(const struct escape *e, obj_id o)
{
	return e->object_shared[o];
}

escape_node escape_of_value(const struct escape *e, func_id f, ir_val v)
{
	struct ref r = ref_of_value(e->pt, f, v);
	obj_id o = 0;
	if (ir_val_tag(v) == VAL_CONST || r.node >= e->value_count)
		return NODE_SHARED;
	if (r.node && e->value[r.node])
		return e->value[r.node];
	if (r.node < e->pt->node_is_object.n && e->pt->node_is_object.at[r.node])
		o = e->object_of[r.node];
	return o ? e->object[o] : NODE_NONE;
}

escape_node escape_in_caller(const struct escape *e, func_id caller, uint32_t inst,
			     func_id callee, escape_node n)
{
	if (n <= NODE_SHARED || e->group[caller] == e->group[callee])
		return n;
	uint64_t key = map_key2(inst_index(e->p, caller, inst), callee);
	uint32_t call = map_get(&e->call_ids, key, 0);
	if (!call)
		return NODE_SHARED;
	uint32_t k = map_get(&e->node_ids, map_key2(callee, n), 0);
	return k ? e->call_nodes.at[e->calls.at[call - 1].first + k - 1] : n;
}

bool escape_is_private(const struct escape *e, escape_node n)
{
	return n > NODE_SHARED && !e->state.at[n];
}

/* ---- whose memory ---- */

bool is_others(const struct escape *e, uint32_t node)
{
	const struct pt_object *o;
	if (!node)
		return false;
	if (node >= e->value_count)
		return true;
	if (!e->object_of[node])
		return e->others[node];
	o = &e->pt->objects.at[e->object_of[node]];
	if (o->kind == OBJ_VARIABLE)
		return !is_thread_local(e->pt, e->object_of[node]);
	return o->kind == OBJ_EXTERNAL || o->kind == OBJ_CLASS || o->kind == OBJ_VARARGS;
}

bool is_of_one_thread(const struct escape *e, obj_id o)
{
	uint8_t kind = e->pt->objects.at[o].kind;
	return (kind == OBJ_LOCAL || kind == OBJ_HEAP || is_thread_local(e->pt, o)) &&
	       !e->object_shared[o];
}

bool is_kept_by(const struct escape *e, obj_id o, bool own)
{
	return is_of_one_thread(e, o) || (own && e->pt->objects.at[o].kind == OBJ_HEAP);
}

bool holds_others(const struct escape *e, struct pt_loc l)
{
	uint8_t held = e->holds[l.obj];
	if (held & HOLDS_ANYWHERE || (held && l.offset == PT_ANY))
		return true;
	return held && map_get(&e->others_at, map_key2(l.obj, l.offset), 0);
}

bool escape_is_own(const struct escape *e, func_id f, ir_val v)
{
	struct ref r = ref_of_value(e->pt, f, v);
	return r.node && !is_others(e, r.node);
}

bool escape_holds_own(const struct escape *e, struct pt_loc at, bool own)
{
	return is_kept_by(e, at.obj, own) && !holds_others(e, at);
}

void escape_count_stats(const struct escape *e)
{
	uint32_t private = 0, most = 0;
	for (obj_id o = 1; o < pointers_object_count(e->pt); o++)
		private += !e->object_shared[o];
	for (func_id f = 1; f < e->p->funcs.n; f++)
		most = e->funcs[f].node_count > most ? e->funcs[f].node_count : most;
	stats_count("objects that do not escape", private);
	stats_count("memory seen by callers, nodes", e->nodes.n);
	stats_count("memory seen by callers, largest", most);
	stats_count("memory copied at calls, nodes", e->call_nodes.n);
	stats_count("limit: memory that counts as shared", e->cut);
}
