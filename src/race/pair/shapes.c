/* SPDX-License-Identifier: MIT */
/*
 * What two situations alone say about a pair, whatever memory it is about: their threads do not
 * run at the same time, are in other processes, or hold a lock that is the same by its name. The
 * situations of accesses have few shapes (situations.c), and the same two shapes meet at one
 * place after the other: what is found out about two situations is kept in a table for each two
 * shapes, and that all of their pairs are removed so is kept as one answer.
 *
 * A lock that is the same by its name comes before what tells two places in memory apart
 * (vetoes.def): that would have to be asked for each pair.
 */
#include "race/pair/bucket.h"
#include "race/pair/pair.h"
#include "race/veto/veto.h"

#include <stdlib.h>

/* Of tables, in bytes; what finds no room is asked again and again. */
enum { MAX_CELLS = 1 << 16, MAX_BYTES = 1 << 23, MAX_SHAPES = 1 << 16 };

struct shapes {
	struct map at; /* of two shapes -> in list */
	VEC(struct shape_pair *) list;
	struct arena memory;
	uint64_t last_key;
	struct shape_pair *last;
};

void shapes_free(struct shapes *s)
{
	if (!s)
		return;
	map_free(&s->at);
	vec_free(&s->list);
	arena_release(&s->memory);
	free(s);
}

static const struct situations *list_of(const struct races *r, const struct instance *x)
{
	return &r->lists.at[r->clusters.at[x->cluster].of.situations];
}

static struct shape_pair *add_pair(struct races *r, uint64_t key, const struct instance *a,
				   const struct instance *b)
{
	struct shapes *s = r->shape_pairs;
	uint64_t cells = (uint64_t)list_of(r, a)->count * list_of(r, b)->count;
	if (cells > MAX_CELLS || s->list.n >= MAX_SHAPES ||
	    s->memory.used + cells > MAX_BYTES)
		return NULL;
	struct shape_pair *x = ARENA_NEW(&s->memory, struct shape_pair);
	x->width = list_of(r, b)->count;
	x->vetoes = arena_zalloc(&s->memory, cells);
	vec_push(&s->list, x);
	map_put(&s->at, key, s->list.n);
	return x;
}

struct shape_pair *shape_pair_of(struct races *r, const struct instance *a,
				 const struct instance *b)
{
	if (!r->shape_pairs)
		r->shape_pairs = xcalloc(1, sizeof(*r->shape_pairs));
	struct shapes *s = r->shape_pairs;
	const struct pt_object *o = pointers_object(r->pt, a->obj);
	bool same = a->cluster == b->cluster;
	uint64_t key = map_key2(a->shape, b->shape * 16 + is_scattered(r, a->obj) * 8u + same * 4u +
						  o->across * 2u + o->twice);
	if (s->last_key == key)
		return s->last;
	uint32_t known = map_get(&s->at, key, 0);
	s->last = known ? s->list.at[known - 1] : add_pair(r, key, a, b);
	s->last_key = key;
	return s->last;
}

/* VETO_COUNT: it takes a look at the memory. */
static enum veto find_veto(struct races *r, const struct instance *a, const struct instance *b)
{
	if (!threads_parallel(r->t, &a->point, &b->point))
		return VETO_PARALLEL;
	if (threads_other_process(r->t, &a->point, &b->point) &&
	    !pointers_object(r->pt, a->obj)->across)
		return VETO_PROCESS;
	return names_one_lock(r, a, b) ? VETO_LOCK : VETO_COUNT;
}

static enum veto veto_in(struct races *r, struct shape_pair *s, const struct instance *a,
			 const struct instance *b)
{
	if (!s)
		return find_veto(r, a, b);
	uint8_t *known = &s->vetoes[(size_t)a->number * s->width + b->number];
	if (!*known)
		*known = (uint8_t)(find_veto(r, a, b) + 1);
	return *known - 1;
}

enum veto veto_of_shapes(struct races *r, const struct instance *a, const struct instance *b)
{
	return veto_in(r, shape_pair_of(r, a, b), a, b);
}

/* ---- all pairs of two clusters ---- */

static void note_pair(struct shape_pair *s, const struct instance *x, const struct instance *y,
		      enum veto v)
{
	uint8_t flags = (uint8_t)(SHAPE_JUDGED | (v > VETO_PARALLEL ? SHAPE_PARALLEL : 0));
	s->judged++;
	s->processes += v == VETO_PROCESS;
	s->locks += v == VETO_LOCK;
	s->flags[x->number] |= flags;
	s->other_flags[y->number] |= flags;
}

/* Threads that never meet are passed over by runs (best.c). */
static void note_apart(struct shape_pair *s, const struct instance *x, const struct instance *y)
{
	uint8_t flags = x->thread != y->thread ? SHAPE_JUDGED : 0;
	s->flags[x->number] |= flags;
	s->other_flags[y->number] |= flags;
}

static bool note_all(struct races *r, struct shape_pair *s, const struct cluster *a,
		     const struct cluster *b)
{
	for (uint32_t i = 0; i < a->count; i++) {
		const struct instance *x = &r->instances.at[a->first + i];
		for (uint32_t j = a == b ? i : 0; j < b->count; j++) {
			const struct instance *y = &r->instances.at[b->first + j];
			s->pairs++;
			if (!may_meet(r, x->thread, y->thread)) {
				note_apart(s, x, y);
				continue;
			}
			enum veto v = veto_in(r, s, x, y);
			if (v == VETO_COUNT)
				return false;
			note_pair(s, x, y, v);
		}
	}
	return true;
}

void find_excluded(struct races *r, struct shape_pair *s, const struct cluster *a,
		   const struct cluster *b)
{
	struct arena *memory = &r->shape_pairs->memory;
	uint32_t n = a == b ? 0 : b->count;
	uint8_t *flags = xcalloc(a->count + n, 1);
	s->flags = flags;
	s->other_flags = flags + (a == b ? 0 : a->count);
	s->excluded = SHAPES_OPEN;
	if (note_all(r, s, a, b) && memory->used < MAX_BYTES) {
		s->excluded = SHAPES_EXCLUDED;
		s->flags = arena_memdup(memory, flags, a->count + n);
		s->other_flags = s->flags + (s->other_flags - flags);
	}
	free(flags);
}
