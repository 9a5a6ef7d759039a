/* SPDX-License-Identifier: MIT */
/*
 * Objects of one's own: whose activation, allocation or thread-local variable it is that
 * an access means, and when two accesses mean those of different threads or calls.
 */
#include "race/veto/veto.h"

static bool is_owned_root(const struct races *r, const struct path *root)
{
	if (root->kind == PATH_SYMBOL)
		return r->p->symbols.at[root->a].flags & SYMF_THREAD_LOCAL;
	return root->kind == PATH_LOCAL || root->kind == PATH_HEAP;
}

static bool begins_with(const struct races *r, const struct thread *x, path_id root)
{
	if (x->argument && path_mentions(&r->t->paths, x->argument, root))
		return true;
	for (uint32_t i = 0; i < x->content_count; i++) {
		path_id value = r->t->contents.at[x->content_first + i].value;
		if (path_mentions(&r->t->paths, value, root))
			return true;
	}
	return false;
}

/* Did the thread get it from its creator, in its argument or inside of it? */
bool was_given(const struct races *r, thread_id id, path_id root)
{
	for (const struct thread *x = thread_at(r->t, id); x; x = thread_next_beginning(r->t, x))
		if (begins_with(r, x, root))
			return true;
	return false;
}

bool came_with_argument(const struct races *r, const struct instance *x)
{
	return was_given(r, x->thread, path_at(&r->t->paths, x->path)->root);
}

thread_id path_owner(const struct races *r, path_id path, thread_id by)
{
	const struct paths *paths = &r->t->paths;
	path_id root = path_at(paths, path)->root;
	if (!is_owned_root(r, path_at(paths, root)) || path_at(paths, path)->loads)
		return 0;
	while (thread_at(r->t, by)->creator && was_given(r, by, root))
		by = thread_at(r->t, by)->creator;
	return by;
}

/* What an access does not reach through its thread's argument, it names itself. */
static thread_id location_owner(const struct races *r, const struct instance *x)
{
	thread_id owner = path_owner(r, x->path, x->thread);
	return owner && !x->bound ? x->thread : owner;
}

static bool are_own_contents(struct races *r, const struct escape *e, path_id address)
{
	const struct pt_set *s = threads_points_to(r->t, address);
	bool own = is_own_pointer(r, e, address);
	for (uint32_t i = 0; i < s->locs.n; i++) {
		if (!escape_holds_own(e, s->locs.at[i], own))
			return false;
	}
	return s->locs.n && !s->unknown;
}

bool is_own_pointer(struct races *r, const struct escape *e, path_id path)
{
	const struct paths *p = &r->t->paths;
	while (path_at(p, path)->kind == PATH_OFFSET || path_at(p, path)->kind == PATH_INDEX)
		path = path_at(p, path)->a;
	const struct path *y = path_at(p, path);
	if (!e)
		return false;
	if (y->kind == PATH_LOAD)
		return are_own_contents(r, e, y->a);
	if (y->kind != PATH_VALUE)
		return false;
	bool param = y->b & VALUE_PARAM;
	return escape_is_own(e, y->a,
			     ir_val_make(param ? VAL_PARAM : VAL_INST, y->b & ~VALUE_PARAM));
}

/* The thread whose object it is; 0: not known. */
static thread_id owner_of(struct races *r, const struct escape *e, const struct instance *x)
{
	thread_id owner = location_owner(r, x);
	bool own = !owner && is_own_pointer(r, e, x->path) && !came_with_argument(r, x);
	return own ? x->thread : owner;
}

/* Both through the argument of this thread, whose creations by one activation
 * never overlap: each has the object of another activation, whoever runs that. In
 * recursion, only what the function itself allocates has this name. */
static bool of_other_activations(const struct races *r, const struct instance *a,
				 thread_id owner)
{
	const struct thread *x = thread_at(r->t, a->thread);
	const struct path *root = path_at(&r->t->paths, path_at(&r->t->paths, a->path)->root);
	bool several = x->merged || x->creates_itself;
	return owner == x->creator && root->kind != PATH_SYMBOL && root->a == x->func &&
	       !x->loop_overlap && !x->mixed &&
	       (!several || pointers_object_at(r->pt, root->a, root->b));
}

static bool has_fresh_argument(const struct races *r, const struct instance *a)
{
	const struct thread *x = thread_at(r->t, a->thread);
	return x->flags & FORKF_ARG_FRESH && x->argument &&
	       path_at(&r->t->paths, x->argument)->root == path_at(&r->t->paths, a->path)->root;
}

bool is_made_here(const struct races *r, func_id f, const struct access *x)
{
	const struct paths *p = &summary_of(r->t, f)->paths;
	const struct path *y = path_at(p, x->path);
	uint8_t root = path_at(p, y->root)->kind;
	return !y->loads && (root == PATH_LOCAL || root == PATH_HEAP);
}

static bool may_have_given(struct races *r, const struct instance *a, thread_id to)
{
	context_id c = a->point.context;
	return threads_runs_at(r->t, &a->point, to) &&
	       (!is_made_here(r, context_at(r->t, c)->func, a->access) ||
		threads_is_started(r->t, c, a->access->ordering, to));
}

/*
 * The object is of an activation of 'owner', which is at a; b is in a thread that got
 * it from there. If it is the same object, that thread is a child of the same
 * activation, and runs at a only if a has it running; and if the object was made since
 * the function at a was entered, that thread was created since then.
 */
static bool of_one_activation(struct races *r, const struct instance *a,
			      const struct instance *b, thread_id owner)
{
	const struct paths *p = &r->t->paths;
	return a->thread == owner && !a->bound && b->bound &&
	       path_at(p, a->path)->root == path_at(p, b->path)->root &&
	       thread_at(r->t, b->thread)->creator == owner &&
	       !thread_at(r->t, b->thread)->merged &&
	       !may_have_given(r, a, b->thread);
}

static const struct fork *fork_of(const struct races *r, const struct thread *x)
{
	return &summary_of(r->t, x->func)->forks.at[x->fork];
}

/* Different calls lead from the function of the one fork and of the other down to
 * where the thread is created. */
static bool other_calls(const struct races *r, const struct thread *x, const struct thread *y)
{
	const struct chain *p = summary_of(r->t, x->func)->chains.at;
	const struct chain *q = summary_of(r->t, y->func)->chains.at;
	uint32_t i = fork_of(r, x)->chain, j = fork_of(r, y)->chain;
	while (x->func == y->func && i && j && p[i].func == q[j].func && p[i].inst == q[j].inst) {
		i = p[i].next;
		j = q[j].next;
	}
	return x->func != y->func || i || j;
}

/* Both through their arguments, which the function that creates the two has made: that
 * was in different calls of it. */
static bool of_other_calls(const struct races *r, const struct instance *a,
			   const struct instance *b, thread_id owner)
{
	const struct thread *x = thread_at(r->t, a->thread), *y = thread_at(r->t, b->thread);
	const struct callgraph *g = r->t->in.callgraph;
	path_id root = path_at(&r->t->paths, a->path)->root;
	const struct path *made = path_at(&r->t->paths, root);
	if (!a->bound || !b->bound || root != path_at(&r->t->paths, b->path)->root ||
	    x->creator != owner || y->creator != owner || x->merged || y->merged ||
	    made->kind == PATH_SYMBOL)
		return false;
	const struct fork *k = fork_of(r, x), *l = fork_of(r, y);
	return k->func == made->a && l->func == made->a && k->inst == l->inst &&
	       !g->recursive[g->component[made->a]] && other_calls(r, x, y);
}

static bool are_of_others(struct races *r, const struct escape *e, const struct instance *a,
			  const struct instance *b)
{
	bool known = e == r->in->escape;
	thread_id x = known && a->owner ? a->owner - 1 : owner_of(r, e, a);
	thread_id y = !x ? 0 : known && b->owner ? b->owner - 1 : owner_of(r, e, b);
	if (!x || !y)
		return false;
	if (x != y)
		return true;
	if (a->thread != b->thread && has_fresh_argument(r, a) && has_fresh_argument(r, b))
		return true;
	if (a->thread != b->thread)
		return of_one_activation(r, a, b, x) || of_one_activation(r, b, a, x) ||
		       of_other_calls(r, a, b, x);
	return x == a->thread || of_other_activations(r, a, x);
}

void note_owner(struct races *r, struct instance *x)
{
	if (!x->owner)
		x->owner = 1 + owner_of(r, r->in->escape, x);
}

bool own_objects(struct races *r, const struct instance *a, const struct instance *b,
		 struct str *fact)
{
	(void)fact;
	return are_of_others(r, r->in->escape, a, b);
}

bool are_likely_own(struct races *r, const struct instance *a, const struct instance *b)
{
	return r->in->likely && are_of_others(r, r->in->likely, a, b);
}
