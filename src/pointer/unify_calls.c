/* SPDX-License-Identifier: MIT */
/*
 * Calls through pointers in unification. All functions of a class and all calls
 * through pointers to it share one signature; calls by unknown functions share one
 * place for all they pass. Library functions and allocators are handled pair by pair.
 */
#include <string.h>

#include "pointer/unify.h"

static void merge_signatures(struct unify *u, uint32_t into, uint32_t from)
{
	struct signature *a = &u->signatures.at[into], *b = &u->signatures.at[from];
	unify_equate(u, a->result, b->result);
	for (uint32_t i = 0; i < b->params.n; i++) {
		if (i < a->params.n)
			unify_equate(u, a->params.at[i], b->params.at[i]);
		else
			vec_push(&a->params, b->params.at[i]);
	}
}

static uint32_t signature_new(struct unify *u)
{
	vec_push(&u->signatures, ((struct signature){.result = {unify_class(u), 0}}));
	return u->signatures.n - 1;
}

static struct place signature_param(struct unify *u, uint32_t id, uint32_t i)
{
	while (u->signatures.at[id].params.n <= i) {
		struct place fresh = {unify_class(u), 0};
		vec_push(&u->signatures.at[id].params, fresh);
	}
	return u->signatures.at[id].params.at[i];
}

static void bind_func(struct unify *u, uint32_t signature, obj_id o)
{
	struct pointers *pt = u->pt;
	sym_id s = pt->objects.at[o].sym;
	func_id f = pt->p->symbols.at[s].func;
	if (!f || pt->models[s])
		return;
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t i = 0; i < fn->param_count; i++) {
		uint32_t node = pt->param_node[fn->param_first + i];
		if (node)
			unify_equate(u, unify_node(u, node),
				     signature_param(u, signature, i));
	}
	if (pt->allocators[f].kind == ALLOC_NONE)
		unify_equate(u, unify_node(u, pt->return_node[f]),
			     u->signatures.at[signature].result);
}

static void bind_site(struct unify *u, uint32_t signature, uint32_t index)
{
	struct site s = u->pt->sites.at[index];
	if (s.result)
		unify_equate(u, unify_node(u, s.result),
			     u->signatures.at[signature].result);
	for (uint32_t i = 0; i < s.arg_count; i++) {
		struct ref r = u->pt->site_args.at[s.args + i];
		if (r.node)
			unify_equate(u, unify_ref(u, r),
				     signature_param(u, signature, i));
	}
}

/* Library functions and allocators do something of their own at each call. */
void unify_special(struct unify *u, sym_id callee, const struct site *s)
{
	struct pointers *pt = u->pt;
	struct ref args[64];
	uint32_t n = s->arg_count < 64 ? s->arg_count : 64;
	if (n)
		memcpy(args, pt->site_args.at + s->args, n * sizeof(*args));
	struct call c = {s->func, s->inst, args, n, s->result, callee};
	call_special(pt, &c);
}

/* ---- calls by unknown functions ---- */

bool unify_takes(const struct unify *u, obj_id o)
{
	const struct pointers *pt = u->pt;
	func_id f = pt->p->symbols.at[pt->objects.at[o].sym].func;
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t k = 0; f && k < fn->param_count; k++)
		if (pt->param_node[fn->param_first + k])
			return true;
	return false;
}

static void bind_params(struct unify *u, struct place common, obj_id o)
{
	const struct pointers *pt = u->pt;
	func_id f = pt->p->symbols.at[pt->objects.at[o].sym].func;
	const struct ir_func *fn = &pt->p->funcs.at[f];
	for (uint32_t k = 0; f && k < fn->param_count; k++) {
		uint32_t node = pt->param_node[fn->param_first + k];
		if (node)
			unify_equate(u, unify_node(u, node), common);
	}
}

static void bind_arguments(struct unify *u, struct place common, uint32_t index)
{
	struct site s = u->pt->sites.at[index];
	for (uint32_t i = 0; i < s.arg_count; i++)
		unify_equate(u, unify_ref(u, u->pt->site_args.at[s.args + i]), common);
}

static void bind_common(struct unify *u, uint32_t common, const struct uclass *c,
			uint32_t funcs_end, uint32_t sites_end)
{
	struct place at = {common, 0};
	for (obj_id o = c->funcs.first; o && o != funcs_end; o = u->next_func.at[o])
		bind_params(u, at, o);
	for (uint32_t s = c->spread.first; s && s != sites_end; s = u->next_spread.at[s])
		bind_arguments(u, at, s - 1);
}

/* An unknown function calls all functions of the class with whatever it has: all these
 * arguments and parameters are one. */
static void bind_spreads(struct unify *u, uint32_t class_id, const struct uclass *a,
			 const struct uclass *b)
{
	if (a->common && b->common)
		unify_equate(u, (struct place){a->common, 0}, (struct place){b->common, 0});
	if (!u->classes.at[class_id].takes || !u->classes.at[class_id].gives)
		return;
	if (!u->classes.at[class_id].common) {
		uint32_t fresh = unify_class(u);
		u->classes.at[class_id].common = fresh;
	}
	uint32_t common = u->classes.at[class_id].common;
	if (!a->common)
		bind_common(u, common, a, b->funcs.first, b->spread.first);
	if (!b->common)
		bind_common(u, common, b, 0, 0);
}

/* ---- library functions ---- */

/* The lists of one class run on into those of the other: 'end' is where. */
static void bind_specials(struct unify *u, struct chain funcs, uint32_t end,
			  struct chain sites, uint32_t sites_end)
{
	struct pointers *pt = u->pt;
	for (obj_id f = funcs.first; f && f != end; f = u->next_special.at[f]) {
		for (uint32_t k = sites.first; k && k != sites_end;
		     k = u->next_site.at[k]) {
			struct site s = pt->sites.at[k - 1];
			unify_special(u, pt->objects.at[f].sym, &s);
		}
	}
}

static void bind_signature(struct unify *u, uint32_t signature, const struct uclass *c,
			   uint32_t funcs_end, uint32_t sites_end)
{
	for (obj_id o = c->funcs.first; o && o != funcs_end; o = u->next_func.at[o])
		bind_func(u, signature, o);
	for (uint32_t s = c->sites.first; s && s != sites_end; s = u->next_site.at[s])
		bind_site(u, signature, s - 1);
}

/* Each class is bound within itself; what is missing is a signature for the one
 * that had none, and the pairs across. */
void unify_bind(struct unify *u, uint32_t class_id, const struct uclass *a,
		const struct uclass *b)
{
	if (a->signature && b->signature)
		merge_signatures(u, a->signature, b->signature);
	const struct uclass *c = &u->classes.at[class_id];
	bool calls = c->funcs.first && c->sites.first;
	if (calls && !c->signature) {
		uint32_t fresh = signature_new(u);
		u->classes.at[class_id].signature = fresh;
	}
	uint32_t signature = u->classes.at[class_id].signature;
	if (calls && !a->signature)
		bind_signature(u, signature, a, b->funcs.first, b->sites.first);
	if (calls && !b->signature)
		bind_signature(u, signature, b, 0, 0);
	bind_specials(u, a->special, b->special.first, b->sites, 0);
	bind_specials(u, b->special, 0, a->sites, b->sites.first);
	bind_spreads(u, class_id, a, b);
}

void unify_add_site(struct unify *u, struct ref callee, uint32_t site)
{
	while (u->next_site.n <= site + 1) {
		vec_push(&u->next_site, 0);
		vec_push(&u->next_spread, 0);
	}
	uint32_t class_id = unify_class(u);
	struct chain one = {site + 1, site + 1};
	if (u->pt->sites.at[site].kind == SITE_SPREAD) {
		u->classes.at[class_id].spread = one;
		u->classes.at[class_id].gives = u->pt->sites.at[site].arg_count > 0;
	} else {
		u->classes.at[class_id].sites = one;
	}
	unify_places(u, unify_ref(u, callee), (struct place){class_id, 0});
}
