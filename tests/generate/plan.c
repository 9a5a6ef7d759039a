/* SPDX-License-Identifier: MIT */
/*
 * Draws a plan and judges it. A cell first gets a policy that would be safe, then
 * perhaps one use that breaks it; the verdicts come from judge(), which looks at
 * every pair of uses of a cell and does not know what was intended.
 */
#include "plan.h"

#include <stdlib.h>

uint32_t plan_random(struct plan *plan, uint32_t below)
{
	uint64_t z = plan->random += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	z ^= z >> 31;
	return (uint32_t)(z >> 32) % below;
}

static bool chance(struct plan *plan, uint32_t percent)
{
	return plan_random(plan, 100) < percent;
}

/* One more element at the end of an array; capacity is the next power of two. */
static void *grow(void *array, int count, size_t size)
{
	void *larger = array;

	if ((count & (count - 1)) == 0) {
		larger = realloc(array, size * (size_t)(count ? 2 * count : 1));
		if (!larger) {
			fputs("chequer_generate: out of memory\n", stderr);
			exit(2);
		}
	}
	return larger;
}

/* ---- actors ---- */

static void draw_actors(struct plan *plan)
{
	bool two_phases = chance(plan, 50);
	int i, entries =
		       2 + (int)plan_random(plan, plan->functions ? MAX_ENTRIES - 1 : 3);

	for (i = 0; i < PERIODS; i++)
		plan->actors[i] = (struct actor){
			.shared = NOBODY, .from = (enum period)i, .to = (enum period)i};
	plan->actor_count = PERIODS;
	for (i = 0; i < entries; i++) {
		struct actor *a = &plan->actors[plan->actor_count++];
		bool second = two_phases && i >= 2 && chance(plan, 60);

		a->thread = true;
		a->many = chance(plan, 40);
		a->late = chance(plan, 8);
		a->argument = (enum argument)plan_random(plan, ARGUMENTS);
		a->shared = NOBODY;
		a->from = second ? DURING_SECOND : DURING_FIRST;
		a->to = a->late ? AFTER : a->from;
	}
}

static bool concurrent(const struct plan *plan, int left, int right)
{
	const struct actor *a = &plan->actors[left], *b = &plan->actors[right];

	if (!a->thread && !b->thread)
		return false;
	if (left == right)
		return a->many;
	return a->from <= b->to && b->from <= a->to;
}

static int random_thread(struct plan *plan)
{
	return PERIODS + (int)plan_random(plan, (uint32_t)(plan->actor_count - PERIODS));
}

/* ---- uses ---- */

static void add_use(struct plan *plan, int actor, enum kind kind, enum guard guard)
{
	struct cell *cell = &plan->cells[plan->cell_count - 1];
	struct use *u;

	plan->uses = grow(plan->uses, plan->use_count, sizeof(*plan->uses));
	u = &plan->uses[plan->use_count++];
	*u = (struct use){.cell = plan->cell_count - 1, .actor = actor};
	u->kind = kind;
	u->guard = guard;
	u->depth = (int)plan_random(plan, 4);
	u->style = (enum style)plan_random(plan, STYLES);
	u->section = (enum shape_of_section)plan_random(plan, SECTIONS);
	u->by_pointer = chance(plan, 30);
	u->helper = guard != GUARD_ATOMIC && chance(plan, 25);
	if (chance(plan, 20))
		u->call = chance(plan, 50) ? CALL_TABLE : CALL_POINTER;
	cell->count++;
	plan->drawn += (size_t)u->depth + 1;
}

/* What the guard and the lock's type allow. */
static void settle_use(struct plan *plan, struct use *u)
{
	struct object *o = &plan->objects[plan->cells[u->cell].object];

	if (u->guard == GUARD_BRANCH && u->depth == 0)
		u->depth = 1;
	u->lock_level = (int)plan_random(plan, (uint32_t)u->depth + 1);
	if (u->guard == GUARD_BRANCH && u->lock_level == u->depth)
		u->lock_level--;
	if (u->guard == GUARD_NONE || u->guard == GUARD_ATOMIC)
		u->by_pointer = false;
	if (u->guard == GUARD_OTHER) {
		o->other = true;
		if (u->style == STYLE_OBJECT)
			u->style = STYLE_DIRECT;
	}
	if (u->style == STYLE_TRY && (o->lock != LOCK_MUTEX || u->guard == GUARD_BRANCH))
		u->style = STYLE_DIRECT;
	if (u->style == STYLE_OBJECT && (!o->embedded || u->by_pointer))
		u->style = STYLE_WRAPPER;
	if (o->shape == SHAPE_SLOTS)
		u->helper = u->by_pointer = false;
	if (o->shape == SHAPE_SLOTS || u->by_pointer)
		u->call = CALL_DIRECT;
}

static enum kind random_kind(struct plan *plan)
{
	return (enum kind)plan_random(plan, KINDS);
}

static enum guard good_guard(struct plan *plan, const struct object *o, enum kind kind)
{
	if (o->lock == LOCK_RWLOCK && kind == KIND_READ && chance(plan, 70))
		return GUARD_SHARED;
	return GUARD_LOCK;
}

static enum guard bad_guard(struct plan *plan, const struct object *o, enum kind kind)
{
	if (o->lock == LOCK_RWLOCK && kind != KIND_READ && chance(plan, 50))
		return GUARD_SHARED;
	switch (plan_random(plan, 3)) {
	case 0:
		return GUARD_OTHER;
	case 1:
		return GUARD_BRANCH;
	default:
		return GUARD_NONE;
	}
}

/* Main may look at a cell, without a lock, when it should be alone. */
static void main_alone(struct plan *plan, bool after)
{
	if (chance(plan, 40))
		add_use(plan, BEFORE, KIND_WRITE, GUARD_NONE);
	if (after && chance(plan, 40))
		add_use(plan, AFTER, random_kind(plan), GUARD_NONE);
}

static void guarded_cell(struct plan *plan, const struct object *o, bool broken)
{
	int i, uses = 2 + (int)plan_random(plan, 3);

	for (i = 0; i < uses; i++) {
		enum kind kind = i == 0 ? KIND_UPDATE : random_kind(plan);
		bool bad = broken && i == uses - 1;

		add_use(plan, random_thread(plan), kind,
			bad ? bad_guard(plan, o, kind) : good_guard(plan, o, kind));
	}
	if (chance(plan, 30))
		add_use(plan, DURING_FIRST, KIND_READ, good_guard(plan, o, KIND_READ));
	main_alone(plan, true);
}

static void constant_cell(struct plan *plan)
{
	int i, uses = 2 + (int)plan_random(plan, 2);

	add_use(plan, BEFORE, KIND_WRITE, GUARD_NONE);
	for (i = 0; i < uses; i++)
		add_use(plan, random_thread(plan), KIND_READ, GUARD_NONE);
}

static void atomic_cell(struct plan *plan, bool broken)
{
	int i, uses = 2 + (int)plan_random(plan, 2);

	for (i = 0; i < uses; i++)
		add_use(plan, random_thread(plan), i ? random_kind(plan) : KIND_UPDATE,
			broken && i == uses - 1 ? GUARD_NONE : GUARD_ATOMIC);
	main_alone(plan, true);
}

/* Used by one thread only, then by main; or by threads that never meet. */
static void private_cell(struct plan *plan)
{
	int thread = random_thread(plan);

	if (plan->actors[thread].many)
		add_use(plan, thread, KIND_READ, GUARD_NONE);
	else
		add_use(plan, thread, KIND_UPDATE, GUARD_NONE);
	if (chance(plan, 50))
		add_use(plan, BETWEEN, KIND_UPDATE, GUARD_NONE);
	main_alone(plan, true);
}

static void slots_cell(struct plan *plan, const struct object *o, bool broken)
{
	int i, uses = 1 + (int)plan_random(plan, 2);

	for (i = 0; i < uses; i++)
		add_use(plan, o->entry, i ? random_kind(plan) : KIND_UPDATE, GUARD_NONE);
	plan->uses[plan->use_count - 1].halved = broken;
}

static void draw_cell(struct plan *plan, int object)
{
	const struct object *o = &plan->objects[object];
	bool broken = chance(plan, 20);
	struct cell *cell;

	plan->cells = grow(plan->cells, plan->cell_count, sizeof(*plan->cells));
	cell = &plan->cells[plan->cell_count];
	*cell = (struct cell){.object = object, .field = plan->cell_count - o->first};
	cell->first = plan->use_count;
	plan->cell_count++;
	if (o->shape == SHAPE_SLOTS)
		slots_cell(plan, o, broken);
	else if (chance(plan, 60))
		guarded_cell(plan, o, broken);
	else if (chance(plan, 40))
		atomic_cell(plan, broken);
	else if (chance(plan, 50))
		constant_cell(plan);
	else
		private_cell(plan);
}

/* ---- objects ---- */

/* A thread with copies that know their index, or NOBODY. */
static int indexed_thread(const struct plan *plan)
{
	int i;

	for (i = PERIODS; i < plan->actor_count; i++)
		if (plan->actors[i].many && plan->actors[i].argument != ARGUMENT_NONE)
			return i;
	return NOBODY;
}

static void draw_object(struct plan *plan)
{
	int i, index = plan->object_count;
	struct object *o;

	plan->objects = grow(plan->objects, index, sizeof(*plan->objects));
	o = &plan->objects[plan->object_count++];
	*o = (struct object){.first = plan->cell_count, .entry = indexed_thread(plan)};
	o->shape = (enum shape)plan_random(plan, SHAPES);
	if (o->shape == SHAPE_SLOTS && o->entry == NOBODY)
		o->shape = SHAPE_HEAP;
	o->lock = (enum lock_type)plan_random(plan, LOCK_TYPES);
	o->embedded = o->shape == SHAPE_ARRAY ||
		      ((o->shape == SHAPE_STRUCT || o->shape == SHAPE_HEAP) &&
		       chance(plan, 60));
	o->nest = o->shape == SHAPE_GLOBALS ? 0 : (int)plan_random(plan, 3);
	o->count = o->shape == SHAPE_SLOTS ? 1 : 1 + (int)plan_random(plan, 3);
	for (i = 0; i < o->count; i++)
		draw_cell(plan, index);
	for (i = PERIODS; i < plan->actor_count; i++)
		if (o->shape == SHAPE_HEAP &&
		    plan->actors[i].argument == ARGUMENT_STRUCT &&
		    plan->actors[i].shared == NOBODY)
			plan->actors[i].shared = index;
}

/* ---- the verdict ---- */

static bool excluded(const struct use *u, const struct use *v)
{
	bool u_other = u->guard == GUARD_OTHER, v_other = v->guard == GUARD_OTHER;
	bool u_held = u->guard == GUARD_LOCK || u->guard == GUARD_SHARED;
	bool v_held = v->guard == GUARD_LOCK || v->guard == GUARD_SHARED;

	if (u->guard == GUARD_ATOMIC && v->guard == GUARD_ATOMIC)
		return true;
	if (u_other && v_other)
		return true;
	return u_held && v_held && (u->guard == GUARD_LOCK || v->guard == GUARD_LOCK);
}

static bool conflict(const struct plan *plan, const struct use *u, const struct use *v)
{
	const struct object *o = &plan->objects[plan->cells[u->cell].object];

	if (u->kind == KIND_READ && v->kind == KIND_READ)
		return false;
	if (!concurrent(plan, u->actor, v->actor))
		return false;
	if (o->shape == SHAPE_SLOTS)
		return u->halved || v->halved;
	return !excluded(u, v);
}

static void judge(struct plan *plan)
{
	int i, j;

	for (i = 0; i < plan->use_count; i++) {
		struct use *u = &plan->uses[i];
		const struct cell *c = &plan->cells[u->cell];

		for (j = c->first; j < c->first + c->count; j++)
			u->racy |= conflict(plan, u, &plan->uses[j]);
		if (u->helper && u->kind == KIND_READ)
			plan->helper_reads_racy |= u->racy;
		else if (u->helper)
			plan->helper_adds_racy |= u->racy;
	}
}

void plan_make(struct plan *plan, uint64_t seed, size_t functions)
{
	int i, objects;

	*plan = (struct plan){.seed = seed, .random = seed, .functions = functions};
	plan->wrapped = chance(plan, 50);
	draw_actors(plan);
	objects = 2 + (int)plan_random(plan, 4);
	while (plan->object_count < objects || plan->drawn < functions)
		draw_object(plan);
	for (i = 0; i < plan->use_count; i++)
		settle_use(plan, &plan->uses[i]);
	judge(plan);
}

void plan_free(struct plan *plan)
{
	free(plan->objects);
	free(plan->cells);
	free(plan->uses);
}
