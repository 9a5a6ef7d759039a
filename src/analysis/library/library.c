/* SPDX-License-Identifier: MIT */
#include "analysis/library/library.h"

#include <string.h>

#include "analysis/result/export.h"
#include "analysis/state/memory.h"

path_id library_argument(const struct library_call *c, int n)
{
	if (n == ARG_RESULT)
		return frame_value_leaf(c->fr, c->inst);
	if (n < 0 || (uint32_t)n >= c->call->arg_count)
		return 0;
	path_id p = frame_value(c->fr, c->fr->p->operands.at[c->call->args + (uint32_t)n]);
	frame_mention(c->fr, p);
	return p;
}

bool library_argument_int(const struct library_call *c, int n, int64_t *out)
{
	path_id p = library_argument(c, n);
	const struct path *x = path_at(&c->fr->paths, p);
	*out = x->imm;
	return p && x->kind == PATH_INT;
}

uint32_t library_size(const struct library_call *c, const struct effect *e)
{
	int64_t n = 0, m = 1;
	switch (e->size_kind) {
	case SIZE_BYTES:
		n = e->value;
		break;
	case SIZE_PRODUCT:
		if (!library_argument_int(c, e->size_arg2, &m))
			return 0;
		/* fall through */
	case SIZE_ARGUMENT:
		if (!library_argument_int(c, e->size_arg, &n))
			return 0;
		break;
	case SIZE_SCALED:
		if (!library_argument_int(c, e->size_arg, &n))
			return 0;
		m = e->value;
		break;
	default:
		return 0;
	}
	return n > 0 && m > 0 && n < INT32_MAX && m < INT32_MAX && n * m < UINT32_MAX
		       ? (uint32_t)(n * m)
		       : 0;
}

path_id library_loaded(struct frame *fr, struct state *s, path_id address)
{
	struct loaded l;
	if (!address)
		return 0;
	memory_load(fr, s, address, 8, &l);
	if (l.count == 1 && !l.unknown)
		return l.values[0];
	return path_load(&fr->paths, address); /* one further than names of values go */
}

static path_id lock_named(struct frame *fr, const char *name)
{
	str_id id = intern_find(&fr->p->strings, name, strlen(name));
	return path_leaf(&fr->paths, PATH_NAMED, id, 0);
}

path_id library_object(const struct library_call *c, struct state *s, const struct effect *e)
{
	if (e->name)
		return lock_named(c->fr, e->name);
	path_id p = library_argument(c, e->arg);
	return e->flags & (EFFECTF_DEREF) ? library_loaded(c->fr, s, p) : p;
}

void library_sync(const struct library_call *c, enum sync_kind kind, path_id object,
		  int64_t value)
{
	if (c->fr->recording && object)
		export_sync(c->fr, (struct sync){.kind = (uint8_t)kind, .object = object,
						 .value = value, .func = c->fr->func,
						 .inst = c->inst});
}
