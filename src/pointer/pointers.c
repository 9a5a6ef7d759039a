/* SPDX-License-Identifier: MIT */
/*
 * The order of things: objects, allocation wrappers, constraints, unification,
 * inclusion, sharing.
 */
#include "pointer/internal.h"

#include "base/stats.h"
#include "pointer/andersen.h"

/* Large programs have large, mixed sets in any case: there the bound decides what
 * it costs to find that out. */
enum { SMALL_PROGRAM = 100000, SMALL_BOUND = 64, LARGE_BOUND = 32, SMALLEST_BOUND = 4 };

static uint32_t pointer_size(const struct program *p)
{
	for (uint32_t i = 1; i < p->units.n; i++) {
		if (p->units.at[i].pointer_size)
			return p->units.at[i].pointer_size;
	}
	return 8;
}

/* The model that stands for each function: a body counts before a model,
 * unless the model says otherwise. */
static void find_models(struct pointers *pt)
{
	const struct program *p = pt->p;
	pt->models = xcalloc(p->symbols.n + 1u, sizeof(*pt->models));
	for (sym_id s = 1; s < p->symbols.n; s++) {
		const struct ir_symbol *sym = &p->symbols.at[s];
		if (sym->kind != SYM_FUNCTION)
			continue;
		const struct model *m = models_find(pt->m, ir_str(p, sym->name));
		if (m && (!sym->func || m->flags & MODELF_WINS))
			pt->models[s] = m;
	}
}

/* Heap objects of unknown type fold as their alias class does. */
static void fold_like_class(struct pointers *pt, obj_id o)
{
	const struct alias_class *c = &pt->classes.at[pt->objects.at[o].class_id];
	const struct flat_layout *l = &pt->layouts.at[c->layout];
	int64_t shift = (int64_t)c->layout_delta + pt->object_delta[o];
	uint32_t first = pt->folds.n;
	if (l->period)
		vec_push(&pt->folds, ((struct fold_range){0, FOLD_END, l->period, 1}));
	for (uint32_t i = 0; i < l->count && !l->period; i++) {
		struct layout_range r = pt->layout_ranges.at[l->first + i];
		struct fold_range f = {r.start - shift, r.end - shift, r.stride, 0};
		if (f.end <= 0)
			continue;
		if (f.start < 0) { /* the phase does not matter, the inside does */
			pt->folds.n = first;
			vec_push(&pt->folds,
				 ((struct fold_range){0, f.end, f.stride, 1}));
			break;
		}
		vec_push(&pt->folds, f);
	}
	pt->info.at[o].fold_first = first;
	pt->info.at[o].fold_count = pt->folds.n - first;
	for (uint32_t i = first; i < pt->folds.n; i++) {
		uint32_t next = i + 1;
		while (next < pt->folds.n &&
		       pt->folds.at[next].start <
			       pt->folds.at[i].start + pt->folds.at[i].stride)
			next++;
		pt->folds.at[i].next = next - first;
	}
}

static void fold_heap(struct pointers *pt)
{
	for (obj_id o = 1; o < pt->objects.n; o++) {
		if ((pt->objects.at[o].kind == OBJ_HEAP ||
		     pt->objects.at[o].kind == OBJ_LOCAL) &&
		    !pt->objects.at[o].type)
			fold_like_class(pt, o);
	}
}

static void name_direct_targets(struct pointers *pt)
{
	pt->symbol_self = xcalloc(pt->p->symbols.n + 1u, sizeof(*pt->symbol_self));
	for (sym_id s = 1; s < pt->p->symbols.n; s++)
		pt->symbol_self[s] = s;
}

struct pointers *pointers_try(const struct program *p, const struct models *m,
			      const struct pointers_options *options,
			      const struct map *no_hooks)
{
	struct pointers *pt = xcalloc(1, sizeof(*pt));
	uint32_t bound = options && options->set_bound ? options->set_bound
			 : p->insts.n < SMALL_PROGRAM  ? SMALL_BOUND
						       : LARGE_BOUND;
	pt->p = p;
	pt->m = m;
	pt->set_bound = bound < SMALLEST_BOUND ? SMALLEST_BOUND : bound;
	pt->group_bound = pt->set_bound / 2;
	pt->pointer_size = pointer_size(p);
	pt->allocators = xcalloc(p->funcs.n + 1u, sizeof(*pt->allocators));
	sym_id main_symbol = ir_find_symbol(p, "main");
	pt->is_open = !main_symbol || !p->symbols.at[main_symbol].func;
	find_models(pt);
	objects_init(pt);
	pt->no_hooks = no_hooks;
	hooks_find_cells(pt);
	allocators_find(pt);
	lookups_find(pt);
	constraints_build(pt);
	object_external(pt, 0);
	objects_guess_types(pt);
	unify_solve(pt);
	objects_guess_types(pt);
	pt->use_types = !options || !options->any_type;
	if (pt->use_types)
		typed_nodes(pt);
	fold_heap(pt);
	groups_make(pt);
	pt->first_copy = xcalloc(pt->object_count + 1u, sizeof(*pt->first_copy));
	pt->absorbed = xcalloc(pt->object_count + 1u, sizeof(*pt->absorbed));
	pt->objects_frozen = true;
	pt->slots = pt->use_types ? slots_find(pt) : NULL;
	andersen_solve(pt);
	slots_free(pt->slots);
	pt->slots = NULL;
	name_direct_targets(pt);
	if (hooks_refuted(pt))
		return pt;
	sharing_solve(pt);
	twice_find(pt);
	lazy_find(pt);
	used_find(pt);
	numbers_merge(pt);
	return pt;
}

void pointers_drop_constraints(struct pointers *pt)
{
	vec_free(&pt->cons.list);
}

void pointers_free(struct pointers *pt)
{
	if (!pt)
		return;
	andersen_free(pt);
	objects_free(pt);
	free(pt->allocators);
	vec_free(&pt->hooks);
	map_free(&pt->hook_at);
	map_free(&pt->refuted_hooks);
	map_free(&pt->hook_cells);
	free(pt->inst_ref);
	free(pt->param_node);
	free(pt->return_node);
	free(pt->models);
	vec_free(&pt->cons.list);
	vec_free(&pt->sites);
	vec_free(&pt->site_args);
	vec_free(&pt->site_from);
	vec_free(&pt->body_calls);
	vec_free(&pt->node_inst);
	vec_free(&pt->node_is_object);
	vec_free(&pt->node_type);
	free(pt->parts);
	vec_free(&pt->bases);
	vec_free(&pt->extra_args);
	vec_free(&pt->escapes);
	vec_free(&pt->given);
	vec_free(&pt->led);
	vec_free(&pt->led_left);
	vec_free(&pt->led_masks);
	map_free(&pt->led_at);
	vec_free(&pt->entry_params);
	map_free(&pt->finders);
	map_free(&pt->finders_that_return);
	vec_free(&pt->finder_calls);
	map_free(&pt->tsd_node);
	map_free(&pt->kept_node);
	intern_free(&pt->kept_names);
	vec_free(&pt->classes);
	vec_free(&pt->class_members);
	vec_free(&pt->groups);
	vec_free(&pt->group_members);
	vec_free(&pt->places);
	vec_free(&pt->place_spans);
	map_free(&pt->place_ids);
	free(pt->absorbed);
	free(pt->class_reachable);
	vec_free(&pt->layouts);
	vec_free(&pt->layout_ranges);
	free(pt->object_delta);
	free(pt->node_cell);
	free(pt->node_cell_off);
	free(pt->same_cell);
	free(pt->used);
	map_free(&pt->call_at);
	map_free(&pt->targets);
	vec_free(&pt->calls);
	vec_free(&pt->callees);
	free(pt->symbol_self);
	free(pt->shared);
	free(pt);
}
