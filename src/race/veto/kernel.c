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

#include "race/internal.h"

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

static bool is_of_each_processor(const struct races *r, obj_id o)
{
	static const char section[] = ".data..percpu";
	const struct pt_object *x = pointers_object(r->pt, o);
	str_id s = x->kind == OBJ_VARIABLE ? r->p->symbols.at[x->sym].section : 0;
	return s && strncmp(ir_str(r->p, s), section, strlen(section)) == 0;
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

bool own_processor(struct races *r, const struct instance *a, const struct instance *b,
		   struct str *fact)
{
	uint32_t n;
	if (!r->p->kernel || !is_of_each_processor(r, a->obj) || !is_local(r, a) || !is_local(r, b))
		return false;
	for (int side = 0; side < 2; side++) {
		const struct guard *g = threads_guards(r->t, (side ? b : a)->guards, &n);
		for (uint32_t i = 0; i < n; i++) {
			if (!is_processor_lock(r, g[i].lock) ||
			    !holds_lock(r, side ? a : b, g[i].lock))
				continue;
			if (fact)
				str_add(fact, name_of(r, g[i].lock) + strlen(processor));
			return true;
		}
	}
	return false;
}
