/* SPDX-License-Identifier: MIT */
/*
 * What only code of a kernel has: accesses of which the program says that they may race, and
 * memory of which every processor has its own.
 *
 * Both are known by named locks that nobody else has (models/linux.model). Who has turned
 * interrupts off on its processor keeps others away from what is that processor's own, and from
 * nothing else: the locks '.cpu.*' count for per-CPU variables only. A thread in process context
 * may be interrupted by another of these, by softirqs and by interrupts, and each kind has its
 * lock; handlers hold that of their kind. An instruction that finds its operand by the
 * processor's own segment is not interrupted at all: it counts as holding them all.
 */
#include <string.h>

#include "race/rank/rank.h"
#include "race/veto/veto.h"

static const char data_race[] = ".data_race", processor[] = ".cpu.";

static const char *name_of(const struct races *r, path_id lock)
{
	const struct path *x = path_at(&r->t->paths, lock);
	return x->kind == PATH_NAMED ? ir_str(r->p, x->a) : "";
}

bool is_hidden_lock(const struct races *r, path_id lock)
{
	return *name_of(r, lock) == '.';
}

bool is_processor_lock(const struct races *r, path_id lock)
{
	return r->p->kernel && strncmp(name_of(r, lock), processor, strlen(processor)) == 0;
}

/* ---- data_race() ---- */

static bool is_said_to_race(const struct races *r, const struct instance *x)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, x->guards, &n);
	for (uint32_t i = 0; i < n; i++)
		if (strcmp(name_of(r, g[i].lock), data_race) == 0)
			return true;
	return false;
}

bool said_to_race(struct races *r, const struct instance *a, const struct instance *b,
		  struct str *fact)
{
	(void)fact;
	return r->p->kernel && (is_said_to_race(r, a) || is_said_to_race(r, b));
}

/* ---- per-CPU data ---- */

static bool is_in_its_section(const struct races *r, sym_id sym)
{
	static const char section[] = ".data..percpu";
	str_id s = r->p->symbols.at[sym].section;
	return s && strncmp(ir_str(r->p, s), section, strlen(section)) == 0;
}

static bool is_of_each_processor(const struct races *r, obj_id o)
{
	const struct pt_object *x = pointers_object(r->pt, o);
	return x->kind == OBJ_VARIABLE && is_in_its_section(r, x->sym);
}

/* Through a pointer that is in such a variable. */
static bool is_found_in_one(const struct races *r, const struct instance *x)
{
	const struct path *y = path_at(&r->t->paths, x->path);
	const struct path *root = path_at(&r->t->paths, y->root);
	return y->loads && root->kind == PATH_SYMBOL && is_in_its_section(r, root->a);
}

/* By a number that is not its own a thread finds the memory of another processor. */
static bool is_local(const struct races *r, const struct instance *x)
{
	return !(path_at(&r->t->paths, x->path)->flags & PATHF_ANY);
}

static bool holds_lock(const struct races *r, const struct instance *x, path_id lock)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, x->guards, &n);
	for (uint32_t i = 0; i < n; i++)
		if (g[i].lock == lock)
			return true;
	return x->flags & ACCESSF_ATOMIC;
}

/* A lock of the processor that both hold; 0: there is none. */
static path_id common_lock(const struct races *r, const struct instance *a,
			   const struct instance *b)
{
	uint32_t n;
	for (int side = 0; side < 2; side++) {
		const struct guard *g = threads_guards(r->t, (side ? b : a)->guards, &n);
		for (uint32_t i = 0; i < n; i++)
			if (is_processor_lock(r, g[i].lock) &&
			    holds_lock(r, side ? a : b, g[i].lock))
				return g[i].lock;
	}
	return 0;
}

bool own_processor(struct races *r, const struct instance *a, const struct instance *b,
		   struct str *fact)
{
	if (!r->p->kernel || !is_of_each_processor(r, a->obj) || !is_local(r, a) || !is_local(r, b))
		return false;
	path_id lock = common_lock(r, a, b);
	if (lock && fact)
		str_add(fact, name_of(r, lock) + strlen(processor));
	return lock;
}

bool are_found_on_processors(struct races *r, const struct instance *a,
			     const struct instance *b)
{
	return r->p->kernel && pointers_object(r->pt, a->obj)->kind == OBJ_HEAP &&
	       is_found_in_one(r, a) && is_found_in_one(r, b) && is_local(r, a) &&
	       is_local(r, b) && common_lock(r, a, b) && !is_allocated_once(r, a->obj);
}
