/* SPDX-License-Identifier: MIT */
/*
 * Which objects are memory that an allocator of the program returns: who calls it has an object of
 * each call; in it there is one, and those of the functions that it has it from. What is asked is
 * found once for each allocator, up the calls that have an object, function by function.
 */
#include <string.h>

#include "race/order/order.h"

enum { DEPTH = 3 };

/* A call that an object is allocated by. */
struct making {
	obj_id object;
	uint32_t next; /* of the same callee; 0: none */
};

struct makers {
	const struct races *r;
	const uint8_t *wanted; /* [object] */
	VEC(struct making) makings; /* [0] none */
	uint32_t *first;	    /* [func] of makings */
	obj_list *made;		    /* [func] */
	bool *known, *seen;	    /* [func] */
	VEC(func_id) queue;
};

/* By callee, the last object first. */
static void list_makings(struct makers *m)
{
	const struct races *r = m->r;
	vec_push(&m->makings, ((struct making){0}));
	for (obj_id k = 1; k < pointers_object_count(r->pt); k++) {
		const struct pt_object *o = pointers_object(r->pt, k);
		uint32_t edges = 0;
		const struct call_edge *e = o->kind == OBJ_HEAP && o->func
						    ? calls_at(r, o->func, o->inst, &edges)
						    : NULL;
		for (uint32_t i = 0; i < edges; i++) {
			vec_push(&m->makings, ((struct making){k, m->first[e[i].callee]}));
			m->first[e[i].callee] = m->makings.n - 1;
		}
	}
}

struct makers *makers_new(const struct races *r, const uint8_t *wanted)
{
	struct makers *m = xcalloc(1, sizeof(*m));
	uint32_t n = r->in->summaries->n + 1u;
	*m = (struct makers){.r = r, .wanted = wanted};
	m->first = xcalloc(n, sizeof(*m->first));
	m->made = xcalloc(n, sizeof(*m->made));
	m->known = xcalloc(n, sizeof(*m->known));
	m->seen = xcalloc(n, sizeof(*m->seen));
	list_makings(m);
	return m;
}

static int by_object(const void *x, const void *y)
{
	obj_id a = *(const obj_id *)x, b = *(const obj_id *)y;
	return a < b ? -1 : a > b;
}

static void sort_once(obj_list *out)
{
	uint32_t n = 0;
	if (out->n)
		qsort(out->at, out->n, sizeof(*out->at), by_object);
	for (uint32_t i = 0; i < out->n; i++)
		if (!n || out->at[n - 1] != out->at[i])
			out->at[n++] = out->at[i];
	out->n = n;
}

/* The allocators that are called above it are looked at as well, each once. */
static void look_above(struct makers *m, func_id maker, bool further, obj_list *out)
{
	for (uint32_t i = m->first[maker]; i; i = m->makings.at[i].next) {
		obj_id o = m->makings.at[i].object;
		func_id f = pointers_object(m->r->pt, o)->func;
		if (m->wanted[o])
			vec_push(out, o);
		if (!further || m->seen[f] || !pointers_is_allocator(m->r->pt, f))
			continue;
		m->seen[f] = true;
		vec_push(&m->queue, f);
	}
}

const obj_list *objects_made_by(struct makers *m, func_id maker)
{
	obj_list *out = &m->made[maker];
	if (m->known[maker])
		return out;
	m->known[maker] = true;
	m->seen[maker] = true;
	vec_push(&m->queue, maker);
	for (uint32_t depth = 1, first = 0; depth <= DEPTH; depth++)
		for (uint32_t end = m->queue.n; first < end; first++)
			look_above(m, m->queue.at[first], depth < DEPTH, out);
	for (uint32_t i = 0; i < m->queue.n; i++)
		m->seen[m->queue.at[i]] = false;
	vec_clear(&m->queue);
	sort_once(out);
	return out;
}

void makers_free(struct makers *m)
{
	for (func_id f = 0; f <= m->r->in->summaries->n; f++)
		vec_free(&m->made[f]);
	vec_free(&m->makings);
	vec_free(&m->queue);
	free(m->first);
	free(m->made);
	free(m->known);
	free(m->seen);
	free(m);
}
