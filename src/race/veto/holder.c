/* SPDX-License-Identifier: MIT */
/*
 * Memory that is found through words which alone hold their pointer (summary/sole.h): the
 * same memory would have been found in the same word. So where the two words are
 * different, by whatever tells memory apart, what they point to is as well; and so on
 * from there.
 */
#include "race/veto/veto.h"

enum { MAX_LEVELS = 8 };

static bool is_sole(struct races *r, path_id address)
{
	const struct pt_set *s = threads_points_to(r->t, address);
	for (uint32_t i = 0; i < s->locs.n; i++)
		if (!sole_words_has(&r->in->summaries->sole, s->locs.at[i]))
			return false;
	return s->locs.n && !s->unknown;
}

/* The word of the thread's argument in which its creator has put the address. */
static path_id holder_given(const struct races *r, thread_id id, path_id value)
{
	const struct thread *x = thread_at(r->t, id);
	for (uint32_t i = 0; i < x->content_count; i++) {
		const struct content *c = &r->t->contents.at[x->content_first + i];
		if (c->value == value)
			return c->address;
	}
	return 0;
}

/* The context of the function in that thread, if all of them bind its formals alike; or
 * 0. */
static context_id only_context(const struct races *r, thread_id id, func_id f)
{
	context_id only = 0;
	for (context_id c = id ? threads_first_context(r->t, id, f) : 0; c;
	     c = context_at(r->t, c)->next_here) {
		if (only &&
		    context_at(r->t, c)->binding != context_at(r->t, only)->binding)
			return 0;
		only = c;
	}
	return only;
}

static path_id find_loaded(struct races *r, thread_id by, func_id f, uint32_t inst)
{
	path_id at = summary_origin(summary_of(r->t, f), inst);
	context_id c = at ? only_context(r, by, f) : 0;
	return c ? threads_close(r->t, c, at) : threads_close_outside(r->t, f, at);
}

path_id loaded_from(struct races *r, thread_id by, path_id value)
{
	const struct path *x = path_at(&r->t->paths, value);
	if (x->kind == PATH_LOAD)
		return x->a;
	if (x->kind != PATH_VALUE || x->b & VALUE_PARAM)
		return 0;
	uint32_t known = map_get(&r->memo.loaded, map_key2(by, value), UINT32_MAX);
	if (known == UINT32_MAX) {
		known = find_loaded(r, by, x->a, x->b);
		map_put(&r->memo.loaded, map_key2(by, value), known);
	}
	return known;
}

/* The address of the word in which the pointer to the memory was found; 0: of none. */
static path_id holder_of(struct races *r, const struct instance *x)
{
	const struct paths *p = &r->t->paths;
	path_id path = x->path;
	while (path_at(p, path)->kind == PATH_OFFSET ||
	       path_at(p, path)->kind == PATH_INDEX)
		path = path_at(p, path)->a;
	path_id address = loaded_from(r, x->thread, path);
	if (!address && x->bound)
		address = holder_given(r, x->thread, path);
	return address && is_sole(r, address) ? address : 0;
}

static bool is_of_argument(const struct races *r, const struct instance *x)
{
	const struct thread *b = thread_at(r->t, x->thread);
	for (; b; b = thread_next_beginning(r->t, b))
		if (b->argument && path_mentions(&r->t->paths, x->path,
						 path_at(&r->t->paths, b->argument)->root))
			return true;
	return false;
}

/* One step towards where the two were found. */
static bool go_up(struct races *r, struct instance *x)
{
	x->path = holder_of(r, x);
	x->size = SOLE_WORD;
	x->owner = 0;
	x->bound |= x->path && is_of_argument(r, x);
	return x->path;
}

/* Whose object it is, its name tells only as long as it goes on from the name of the
 * argument. */
static bool has_same_root(const struct races *r, const struct instance *x,
			  const struct instance *up)
{
	return path_at(&r->t->paths, x->path)->root ==
	       path_at(&r->t->paths, up->path)->root;
}

bool other_holders(struct races *r, const struct instance *a, const struct instance *b,
		   struct str *fact)
{
	struct instance x = *a, y = *b;
	for (uint32_t level = 0; level < MAX_LEVELS && go_up(r, &x) && go_up(r, &y);
	     level++) {
		bool named = has_same_root(r, a, &x) && has_same_root(r, b, &y);
		if ((named && own_objects(r, &x, &y, fact)) ||
		    other_bytes(r, &x, &y, fact) || per_thread(r, &x, &y, fact) ||
		    own_number(r, &x, &y, fact))
			return true;
	}
	return false;
}
