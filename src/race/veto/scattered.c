/* SPDX-License-Identifier: MIT */
/*
 * Objects that may be found in more than one place at a time: who takes one out of there, under a
 * lock, may not be the only one who has it (analysis/state/put.h). Variables are, if their address
 * is put somewhere in two places of the program.
 */
#include "race/veto/veto.h"

enum { ONE_PLACE, PUT_ONCE, SCATTERED };

static void put(struct races *r, obj_id obj)
{
	if (r->memo.scattered[obj] != SCATTERED)
		r->memo.scattered[obj]++;
}

static bool is_variable(const struct races *r, obj_id obj)
{
	return pointers_object(r->pt, obj)->kind == OBJ_VARIABLE;
}

static void put_by(struct races *r, const struct summary *s)
{
	for (uint32_t i = 0; i < s->puts.n; i++) {
		const struct put *x = &s->puts.at[i];
		put(r, x->obj);
		if (x->inst == PUT_AGAIN && !is_variable(r, x->obj))
			put(r, x->obj);
	}
}

static void put_initially(struct races *r)
{
	const struct program *p = r->p;
	for (uint32_t i = 0; i < p->inits.n; i++) {
		sym_id s = p->consts.at[p->inits.at[i].value].sym;
		obj_id obj = s ? pointers_object_of_symbol(r->pt, s) : 0;
		if (obj)
			put(r, obj);
	}
}

void scattered_find(struct races *r)
{
	put_initially(r);
	for (func_id f = 1; f < r->p->funcs.n; f++)
		put_by(r, summary_of(r->t, f));
}

bool is_scattered(const struct races *r, obj_id obj)
{
	return r->memo.scattered[obj] == SCATTERED;
}
