/* SPDX-License-Identifier: MIT */
/*
 * Functions that only an unknown function can call: their address is in memory that one was
 * given, or has given, and nothing in the program gets to them. Why else would they be there?
 *
 * They are looked for when all that the program itself calls is known. What an unknown function
 * passes to them may be any object of the type that they ask for; to a parameter that does not say
 * (void *), what it was given, and what is found beside the function.
 *
 * In a program without main all functions that nobody calls are entries in any case
 * (thread/roots.c).
 */
#include "pointer/andersen.h"

#include <stdlib.h>

#include "base/sort.h"

/* How many places one of them is handed over at, at most: it begins after one of these. And of all
 * of them: they are forks of the function at the top, which has to tell its own threads apart. */
enum { MAX_PLACES = 4, MAX_STARTS = 48 };

struct led_search {
	struct andersen *a;
	struct pointers *pt;
	bool *seen;	       /* [objects] some unknown function has it */
	bool *run;	       /* [functions] the program gets to it */
	VEC(obj_id) work;
	bool all;	       /* list 'leads' */
	VEC(uint64_t) leads;   /* (object, object): it holds a pointer to it */
	VEC(uint64_t) sources; /* (object, object): it has contents that were copied from it */
	VEC(uint64_t) calls;   /* (function, function), through pointers */
};

static uint32_t first_with(const uint64_t *keys, uint32_t n, uint32_t high)
{
	uint32_t low = 0;
	while (low < n) {
		uint32_t middle = low + (n - low) / 2;
		if (keys[middle] >> 32 < high)
			low = middle + 1;
		else
			n = middle;
	}
	return low;
}

/* ---- what the program gets to ---- */

static void list_calls(struct led_search *s)
{
	const struct pointers *pt = s->pt;
	for (uint32_t i = 0; i < s->a->targets.n; i++) {
		uint64_t t = s->a->targets.at[i];
		func_id f = pt->p->symbols.at[(sym_id)t].func;
		if (f)
			vec_push(&s->calls, map_key2(pt->sites.at[t >> 32].func, f));
	}
	s->calls.n = sort_u64_set(s->calls.at, s->calls.n);
}

static void run_from(struct led_search *s, func_id root)
{
	const struct pointers *pt = s->pt;
	VEC(func_id) work = {0};
	vec_push(&work, root);
	while (work.n) {
		func_id f = work.at[--work.n];
		if (!f || s->run[f])
			continue;
		s->run[f] = true;
		for (uint32_t i = pt->parts[f].call_first; i < pt->parts[f].call_end; i++)
			vec_push(&work, pt->body_calls.at[i].callee);
		uint32_t i = first_with(s->calls.at, s->calls.n, f);
		for (; i < s->calls.n && s->calls.at[i] >> 32 == f; i++)
			vec_push(&work, (func_id)s->calls.at[i]);
	}
	vec_free(&work);
}

static void find_run(struct led_search *s)
{
	list_calls(s);
	run_from(s, s->pt->p->symbols.at[ir_find_symbol(s->pt->p, "main")].func);
}

static void find_run_by_led(struct led_search *s)
{
	for (uint32_t i = 0; i < s->pt->led.n; i++)
		run_from(s, s->pt->p->symbols.at[s->pt->led.at[i]].func);
}

/* ---- what unknown functions have ---- */

/* What a copy brings is in the copy only where the program reads it there; so the originals are
 * looked at. */
static void list_sources(struct led_search *s)
{
	const struct andersen *a = s->a;
	for (obj_id o = 1; o < a->memory.n; o++)
		for (uint32_t r = a->memory.at[o].rules; r; r = a->rules.at[r].next)
			vec_push(&s->sources, map_key2(a->rules.at[r].to_obj, o));
	s->sources.n = sort_u64_set(s->sources.at, s->sources.n);
}

static void lead(struct led_search *s, obj_id from, obj_id to)
{
	if (from && s->all)
		vec_push(&s->leads, map_key2(from, to));
	if (!s->seen[to] && to != s->pt->anything) {
		s->seen[to] = true;
		vec_push(&s->work, to);
	}
}

static void lead_by_node(struct led_search *s, obj_id from, uint32_t node)
{
	const struct set_node *n = &s->a->nodes.at[node];
	for (uint32_t i = 0; node && i < n->n; i++)
		lead(s, from, s->a->locs.at[set_items(n)[i]].obj);
}

static void visit(struct led_search *s, obj_id o)
{
	const struct andersen *a = s->a;
	const struct memory *m = &a->memory.at[o];
	uint32_t n, group = s->pt->info.at[o].group;
	const obj_id *members = pointers_members(s->pt, o, &n);
	for (uint32_t i = 0; i < n; i++)
		lead(s, o, members[i]);
	for (loc_index l = m->first; l; l = a->locs.at[l].next)
		lead_by_node(s, o, a->locs.at[l].out);
	for (loc_index l = m->spans; l; l = a->locs.at[l].next)
		lead_by_node(s, o, a->locs.at[l].in);
	if (m->any)
		lead_by_node(s, o, a->locs.at[m->any].in);
	if (group)
		lead_by_node(s, o, a->groups.at[group].down);
	uint32_t i = first_with(s->sources.at, s->sources.n, o);
	for (; i < s->sources.n && s->sources.at[i] >> 32 == o; i++)
		lead(s, o, (obj_id)s->sources.at[i]);
}

/* The node in each context that its function was copied for. */
static void start_from(struct led_search *s, const struct given *g)
{
	const struct func_part *part = &s->pt->parts[g->func];
	lead_by_node(s, 0, g->value.node);
	if (g->value.node < part->node_first || g->value.node >= part->node_end)
		return;
	for (uint32_t i = 0; i < s->a->copies.n; i++) {
		const struct node_copy *c = &s->a->copies.at[i];
		if (c->func == g->func)
			lead_by_node(s, 0, g->value.node - part->node_first + c->base);
	}
}

static void search(struct led_search *s)
{
	list_sources(s);
	for (uint32_t i = 0; i < s->pt->given.n; i++)
		start_from(s, &s->pt->given.at[i]);
	for (uint32_t i = 0; i < s->work.n; i++)
		visit(s, s->work.at[i]);
	s->leads.n = sort_u64_set(s->leads.at, s->leads.n);
}

/* ---- what is found ---- */

/* The index of the function in pt->led + 1. */
static uint32_t index_of(const struct pointers *pt, sym_id sym)
{
	for (uint32_t i = 0; i < pt->led.n; i++)
		if (pt->led.at[i] == sym)
			return i + 1;
	return 0;
}

/* In the order in which they were met: those that are near first. */
static void add_all(struct led_search *s)
{
	struct pointers *pt = s->pt;
	uint32_t most = pt->set_bound * pt->set_bound / 64;
	most = most < PT_MAX_LED ? most : PT_MAX_LED;
	vec_clear(&pt->led_left);
	for (uint32_t i = 0; i < s->work.n; i++) {
		const struct pt_object *o = &pt->objects.at[s->work.at[i]];
		func_id f = o->kind == OBJ_FUNCTION ? pt->p->symbols.at[o->sym].func : 0;
		if (!f || pt->models[o->sym] || s->run[f])
			continue;
		if (pt->led.n < most)
			vec_push(&pt->led, o->sym);
		else
			vec_push(&pt->led_left, o->sym);
	}
}

enum { BIT_LEFT = PT_MAX_LED };

static uint64_t bit_of(const struct pointers *pt, sym_id sym)
{
	uint32_t k = index_of(pt, sym);
	for (uint32_t i = 0; i < pt->led_left.n && !k; i++)
		if (pt->led_left.at[i] == sym)
			k = BIT_LEFT + 1;
	return k ? UINT64_C(1) << (k - 1) : 0;
}

/* Bits of pt->led for each object: which of them it leads to. BIT_LEFT: to one of the others. */
static uint64_t *find_masks(struct led_search *s)
{
	const struct pointers *pt = s->pt;
	uint64_t *mask = xcalloc(pt->objects.n + 1u, sizeof(*mask));
	bool more = true;
	for (obj_id o = 1; o < pt->objects.n; o++)
		if (pt->objects.at[o].kind == OBJ_FUNCTION && s->seen[o])
			mask[o] = bit_of(pt, pt->objects.at[o].sym);
	while (more) {
		more = false;
		for (uint32_t i = s->leads.n; i-- > 0;) {
			obj_id from = (obj_id)(s->leads.at[i] >> 32), to = (obj_id)s->leads.at[i];
			more |= (mask[to] & ~mask[from]) != 0;
			mask[from] |= mask[to];
		}
	}
	return mask;
}

static uint64_t mask_of_node(const struct andersen *a, const uint64_t *mask, uint32_t node)
{
	const struct set_node *n = &a->nodes.at[node];
	uint64_t found = 0;
	for (uint32_t i = 0; node && i < n->n; i++)
		found |= mask[a->locs.at[set_items(n)[i]].obj];
	return found;
}

/* ---- what they are passed ---- */

static void pass_contents(struct led_search *s, uint32_t to, obj_id o)
{
	struct andersen *a = s->a;
	solver_add(a, to, loc_at(a, o, 0));
	for (loc_index l = a->memory.at[o].first; l; l = a->locs.at[l].next)
		solver_edge(a, a->locs.at[l].out, to, 0);
}

/* Where it asks for 'void *' or a number's address. */
static void pass_beside(struct led_search *s, uint32_t to, uint32_t k, const uint64_t *mask)
{
	struct pointers *pt = s->pt;
	for (uint32_t i = 0; i < s->leads.n; i++) {
		const struct pt_object *o = &pt->objects.at[(obj_id)s->leads.at[i]];
		if (o->kind == OBJ_FUNCTION && o->sym == pt->led.at[k])
			pass_contents(s, to, (obj_id)(s->leads.at[i] >> 32));
	}
	for (uint32_t i = 0; i < pt->given.n; i++) {
		struct ref r = pt->given.at[i].value;
		if (mask_of_node(s->a, mask, r.node) >> k & 1)
			con_copy(pt, to, r);
	}
	con_copy(pt, to, ref_of_object(pt, object_external(pt, 0)));
}

static void pass(struct led_search *s, uint32_t k, const uint64_t *mask)
{
	const struct pointers *pt = s->pt;
	const struct ir_func *fn = &pt->p->funcs.at[pt->p->symbols.at[pt->led.at[k]].func];
	for (uint32_t i = 0; i < fn->param_count; i++) {
		uint32_t node = pt->param_node[fn->param_first + i];
		type_id kind = typed_kind(pt, pt->p->params.at[fn->param_first + i].type);
		if (!node || kind == NODE_NUMBER || kind == NODE_CODE)
			continue;
		if (pt->use_types && is_record_kind(kind))
			solver_add(s->a, node, s->a->anything);
		else
			pass_beside(s, node, k, mask);
	}
}

/* ---- all ---- */

static void begin(struct led_search *s, struct andersen *a, bool all)
{
	*s = (struct led_search){.a = a, .pt = a->pt, .all = all};
	s->seen = xcalloc(a->pt->objects.n + 1u, sizeof(*s->seen));
	s->run = xcalloc(a->pt->p->funcs.n + 1u, sizeof(*s->run));
	search(s);
}

static void end(struct led_search *s)
{
	free(s->seen);
	free(s->run);
	vec_free(&s->work);
	vec_free(&s->leads);
	vec_free(&s->sources);
	vec_free(&s->calls);
}

bool led_find(struct andersen *a)
{
	struct pointers *pt = a->pt;
	uint32_t before = pt->led.n;
	struct led_search s;
	if (pt->is_open || !pt->given.n)
		return false;
	begin(&s, a, false);
	find_run(&s);
	find_run_by_led(&s);
	add_all(&s);
	end(&s);
	if (pt->led.n == before)
		return false;
	begin(&s, a, true);
	uint64_t *mask = find_masks(&s);
	for (uint32_t k = before; k < pt->led.n; k++)
		pass(&s, k, mask);
	free(mask);
	end(&s);
	return true;
}

/* Bits of pt->led that the object itself holds. */
static uint64_t *find_direct(const struct led_search *s)
{
	const struct pointers *pt = s->pt;
	uint64_t *mask = xcalloc(pt->objects.n + 1u, sizeof(*mask));
	for (uint32_t i = 0; i < s->leads.n; i++) {
		const struct pt_object *to = &pt->objects.at[(obj_id)s->leads.at[i]];
		if (to->kind == OBJ_FUNCTION)
			mask[s->leads.at[i] >> 32] |= bit_of(pt, to->sym);
	}
	return mask;
}

static uint64_t *mask_at(struct pointers *pt, const struct given *g)
{
	uint64_t key = inst_index(pt->p, g->func, g->inst);
	uint32_t at = map_get(&pt->led_at, key, 0);
	if (!at) {
		vec_push(&pt->led_masks, 0);
		map_put(&pt->led_at, key, at = pt->led_masks.n);
	}
	return &pt->led_masks.at[at - 1];
}

static void hand_over(struct led_search *s, const uint64_t *mask,
		      uint32_t places[PT_MAX_LED + 1])
{
	struct pointers *pt = s->pt;
	uint32_t most = MAX_STARTS / pt->led.n < MAX_PLACES ? MAX_STARTS / pt->led.n : MAX_PLACES;
	for (uint32_t i = 0; i < pt->given.n; i++) {
		const struct given *g = &pt->given.at[i];
		uint64_t more = s->run[g->func] ? mask_of_node(s->a, mask, g->value.node) : 0;
		if (!more)
			continue;
		uint64_t *has = mask_at(pt, g);
		for (uint32_t k = 0; k <= PT_MAX_LED; k++) {
			uint64_t bit = UINT64_C(1) << k;
			if (more & ~*has & bit && places[k] < most) {
				*has |= bit;
				places[k]++;
			}
		}
	}
}

/* What runs in any case counts before what only such functions get to; and where the function
 * itself is handed over before where what leads to it is. */
void led_finish(struct andersen *a)
{
	uint32_t places[PT_MAX_LED + 1] = {0};
	struct led_search s;
	if (!a->pt->led.n)
		return;
	begin(&s, a, true);
	uint64_t *direct = find_direct(&s), *mask = find_masks(&s);
	find_run(&s);
	hand_over(&s, direct, places);
	hand_over(&s, mask, places);
	find_run_by_led(&s);
	hand_over(&s, direct, places);
	hand_over(&s, mask, places);
	free(direct);
	free(mask);
	end(&s);
}

uint32_t pointers_led(const struct pointers *pt, func_id f, uint32_t inst,
		      sym_id out[PT_MAX_LED])
{
	uint32_t at = map_get(&pt->led_at, inst_index(pt->p, f, inst), 0), n = 0;
	for (uint32_t k = 0; at && k < pt->led.n; k++)
		if (pt->led_masks.at[at - 1] >> k & 1)
			out[n++] = pt->led.at[k];
	return n;
}

bool pointers_is_led(const struct pointers *pt, sym_id function)
{
	return index_of(pt, function);
}

const sym_id *pointers_led_left(const struct pointers *pt, func_id f, uint32_t inst, uint32_t *n)
{
	uint32_t at = map_get(&pt->led_at, inst_index(pt->p, f, inst), 0);
	bool some = at && pt->led_masks.at[at - 1] >> BIT_LEFT & 1;
	*n = some ? pt->led_left.n : 0;
	return pt->led_left.at;
}
