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
