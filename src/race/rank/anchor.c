/* SPDX-License-Identifier: MIT */
/*
 * Is it certain which object is meant?
 *
 * One place in the program allocates any number of objects. That two accesses may mean
 * one of them does not say that they ever mean the same one: each thread may have made
 * those it works on. It is likely where both have found the object from memory that is
 * there once for all: a global variable, an object that is allocated once, what all
 * threads were given at their creation. Or one has, and the other has made the object and
 * can have put it there: it knows that one object too, from its creation. Names tell
 * (paths), notes of the functions about values that have no better name (from which
 * variables, parameters and through which objects they were found), and the calls that
 * have led there for what was passed on. What a thread was given for itself says nothing,
 * whatever its creator had that from.
 */
#include "race/rank/rank.h"
#include "race/veto/veto.h"

enum { MAX_STEPS = 12, MAX_LOOKED = 64 };

/* What an access has found its object from: nothing that is one for all, an object of
 * which there is one (its number, and this), or a variable. */
typedef uint32_t anchor;
enum { UNKNOWN, ADRIFT, OBJECTS, BY_VARIABLE = UINT32_MAX };

/* Each thread that is created there has an argument of its own. */
static const uint16_t own_argument = FORKF_ARG_FRESH | FORKF_ARG_OWN | FORKF_ARG_NEW;

struct search {
	struct races *r;
	thread_id by;
	const struct thread *begun; /* as it has begun on the way to the access */
	uint32_t depth, looked;
};

static anchor anchor_of_path(struct search *k, context_id c, path_id path);

/* What the shortest chain of calls to that context passes for the formal. */
static path_id passed_at(const struct races *r, context_id id, uint32_t formal)
{
	const struct context *c = context_at(r->t, id);
	const struct summary *s =
		c->parent ? summary_of(r->t, context_at(r->t, c->parent)->func) : NULL;
	for (uint32_t i = 0; s && i < s->calls.n; i++) {
		const struct call *k = &s->calls.at[i];
		if (k->inst == c->call && k->callee == c->func && formal < k->arg_count)
			return s->call_args.at[k->arg_first + formal];
	}
	return 0;
}

/* ---- one for each creation ---- */

/* What the loop that creates the threads has found anew for each of them? */
static bool is_found_for_each(const struct races *r, const struct path *root)
{
	return root->kind == PATH_VALUE && !(root->b & VALUE_PARAM) &&
	       is_in_cycle(r, root->a, root->b, UINT32_MAX);
}

/* The variable that the name of a pointer begins with; its load is the first step. */
static bool begins_at(const struct paths *p, path_id path, sym_id *sym, int64_t *offset)
{
	path_id first = 0, base;
	for (path_id at = path; path_is_step(path_at(p, at)); at = path_at(p, at)->a)
		first = path_at(p, at)->kind == PATH_LOAD ? path_at(p, at)->a : first;
	*offset = first ? path_split_offset(p, first, &base) : 0;
	*sym = first && path_at(p, base)->kind == PATH_SYMBOL ? path_at(p, base)->a : 0;
	return *sym;
}

/* Does the creating function store something else where it has found the value? The next
 * time it finds that: it takes the first one out of a list. */
static bool is_taken_out(const struct races *r, const struct thread *x, path_id value)
{
	const struct summary *s = summary_of(r->t, x->func);
	sym_id sym;
	int64_t offset;
	if (!begins_at(&r->t->paths, value, &sym, &offset))
		return false;
	for (uint32_t i = 0; i < s->writes.n; i++) {
		path_id base;
		int64_t at = path_split_offset(&s->paths, s->writes.at[i].address, &base);
		const struct path *y = path_at(&s->paths, base);
		if (y->kind == PATH_SYMBOL && y->a == sym && at == offset)
			return true;
	}
	return false;
}

/* Is it a name that each execution of the creating function, or each round of its loop, has for
 * something else? */
static bool is_found_anew(const struct races *r, const struct thread *x, path_id value)
{
	const struct paths *p = &r->t->paths;
	const struct path *root = path_at(p, path_at(p, value)->root);
	if (root->kind == PATH_VALUE)
		return is_found_for_each(r, root) ||
		       threads_runs_often(r->t, x->creator, root->a);
	return is_taken_out(r, x, value) && threads_runs_often(r->t, x->creator, x->func);
}

/* ---- what an access has found its object from ---- */

/* All threads that are created there are given the same. */
static bool is_shared_argument(const struct races *r, const struct thread *x)
{
	const struct path *p = path_at(&r->t->paths, x->argument);
	return x->argument && !(x->flags & own_argument) &&
	       !(p->flags & (PATHF_ANY | PATHF_VALUE | PATHF_RANGE)) &&
	       !is_found_anew(r, x, x->argument);
}

static anchor anchor_of_formal(struct search *k, context_id c, uint32_t formal)
{
	if (c && !context_at(k->r->t, c)->parent)
		return is_shared_argument(k->r, k->begun) ? BY_VARIABLE : ADRIFT;
	path_id path = c && k->depth < MAX_STEPS && k->looked++ < MAX_LOOKED
			       ? passed_at(k->r, c, formal)
			       : 0;
	context_id parent = path ? context_at(k->r->t, c)->parent : 0;
	if (!path)
		return ADRIFT;
	k->depth++;
	anchor found = anchor_of_path(k, parent, threads_close(k->r->t, parent, path));
	k->depth--;
	return found;
}

/* A context of that function: on the way to c if it is there, or any of the thread. */
static context_id context_of(const struct races *r, context_id c, thread_id by, func_id f)
{
	for (context_id up = c; up; up = context_at(r->t, up)->parent)
		if (context_at(r->t, up)->func == f)
			return up;
	return threads_first_context(r->t, by, f);
}

static bool is_single(const struct races *r, obj_id o)
{
	return is_single_object(r, o) || is_only_local(r, o);
}

static anchor anchor_of_value(struct search *k, context_id c, const struct path *v)
{
	context_id here = context_of(k->r, c, k->by, v->a);
	if (v->b & VALUE_PARAM)
		return anchor_of_formal(k, here, v->b & ~VALUE_PARAM);
	const struct notes *notes = &summary_of(k->r->t, v->a)->notes;
	const struct pointee *x = notes_pointee(notes, v->b);
	anchor best = x && x->shared ? BY_VARIABLE : ADRIFT;
	for (uint32_t i = 0; x && i < x->through_count && best == ADRIFT; i++) {
		obj_id o = notes->through.at[x->through_first + i];
		best = is_single(k->r, o) ? OBJECTS + o : ADRIFT;
	}
	for (uint32_t i = 0; x && i < 8 && best == ADRIFT; i++)
		best = x->params >> i & 1 ? anchor_of_formal(k, here, i) : ADRIFT;
	return best;
}

/* The pointer that its allocation has returned, or one into memory that is no array. */
static bool is_whole(const struct races *r, const struct path *value, obj_id o)
{
	return !pointers_object(r->pt, o)->array ||
	       (!(value->b & VALUE_PARAM) &&
		pointers_object_at(r->pt, value->a, value->b) == o);
}

/* The one object that is there for all, though each thread has a pointer to it of its
 * own; or 0. An element of one array is not: each thread may have one. */
static obj_id single_at(struct races *r, path_id path)
{
	path_id pointer = 0;
	path_split_offset(&r->t->paths, path, &pointer);
	const struct pt_set *s = threads_points_to(r->t, path);
	uint8_t kind = path_at(&r->t->paths, pointer)->kind;
	for (uint32_t i = 0; s && i < s->locs.n; i++)
		if (s->locs.at[i].obj != s->locs.at[0].obj)
			return 0;
	if (!s || !s->locs.n || s->unknown)
		return 0;
	obj_id o = s->locs.at[0].obj;
	bool whole =
		kind == PATH_LOAD || kind == PATH_HEAP || kind == PATH_LOCAL ||
		(kind == PATH_VALUE && is_whole(r, path_at(&r->t->paths, pointer), o));
	return whole && is_single(r, o) ? o : 0;
}

/* What the thread was given for itself, and the path is found from: its argument, or what an
 * argument that was made for it holds; or 0. */
static path_id own_part_of(const struct search *k, path_id path)
{
	const struct threads *t = k->r->t;
	const struct thread *x = k->begun;
	if (!x->argument || is_shared_argument(k->r, x))
		return 0;
	if (path_mentions(&t->paths, path, x->argument))
		return x->argument;
	for (uint32_t i = 0; i < x->content_count; i++) {
		path_id value = t->contents.at[x->content_first + i].value;
		if (value && path_mentions(&t->paths, path, value) &&
		    is_found_anew(k->r, x, value))
			return value;
	}
	return 0;
}

/* The object through which it has been found, if that is one for all. What comes after
 * the thread's own argument counts, not where its creator had that from. */
static obj_id single_on_way(struct search *k, path_id path)
{
	const struct paths *p = &k->r->t->paths;
	path_id end = own_part_of(k, path);
	obj_id single = 0;
	for (path_id at = path; at && at != end && !single;
	     at = path_is_step(path_at(p, at)) ? path_at(p, at)->a : 0)
		single = single_at(k->r, at);
	return single;
}

static anchor anchor_of_root(struct search *k, context_id c, const struct path *root)
{
	if (root->kind == PATH_SYMBOL)
		return k->r->p->symbols.at[root->a].flags & SYMF_THREAD_LOCAL
			       ? ADRIFT
			       : BY_VARIABLE;
	return root->kind == PATH_VALUE ? anchor_of_value(k, c, root) : ADRIFT;
}

static anchor anchor_of_path(struct search *k, context_id c, path_id path)
{
	const struct paths *p = &k->r->t->paths;
	const struct path root = *path_at(p, path_at(p, path)->root);
	anchor known = own_part_of(k, path) ? ADRIFT : anchor_of_root(k, c, &root);
	obj_id single = known == ADRIFT ? single_on_way(k, path) : 0;
	return single ? OBJECTS + single : known;
}

static anchor anchor_of(struct races *r, const struct instance *x)
{
	uint64_t key = map_key2(x->point.context, x->path);
	uint32_t known = map_get(&r->memo.anchored, key, UNKNOWN);
	struct search k = {.r = r, .by = x->thread};
	if (known == UNKNOWN) {
		k.begun = threads_beginning(r->t, x->point.context);
		known = anchor_of_path(&k, x->point.context, x->path);
		map_put(&r->memo.anchored, key, known);
	}
	return known;
}

/* The thread has it from who has created it, or from one before. */
static bool is_given_by(const struct races *r, const struct instance *x,
			const struct instance *by)
{
	return x->bound && x->thread != by->thread &&
	       threads_is_ancestor(r->t, by->thread, x->thread);
}

/* Two threads that one creation has started, executed twice: a name that each execution of
 * the function has for something else. */
static bool is_of_each_execution(const struct races *r, const struct instance *a,
				 const struct instance *b)
{
	const struct thread *x = thread_at(r->t, a->thread);
	return a->thread == b->thread && a->bound && b->bound && !x->loop_overlap &&
	       !x->merged && !x->mixed && is_found_anew(r, x, a->path);
}

/* Two creations in one function, which gives both what it has found: a reader and a writer
 * for each connection. */
static bool is_for_both(const struct races *r, const struct instance *a,
			const struct instance *b, const struct path *root)
{
	const struct thread *x = threads_beginning(r->t, a->point.context);
	const struct thread *y = threads_beginning(r->t, b->point.context);
	return a->thread != b->thread && x->creator == y->creator && x->func == y->func &&
	       root->kind == PATH_VALUE && root->a == x->func;
}

static bool has_index(const struct paths *p, path_id path)
{
	while (path_is_step(path_at(p, path)) && path_at(p, path)->kind != PATH_INDEX)
		path = path_at(p, path)->a;
	return path_at(p, path)->kind == PATH_INDEX;
}

/* Was it made or found before a loop that comes to that instruction again and again? */
static bool is_since(const struct races *r, const struct path *root, func_id f, uint32_t inst)
{
	bool here = f == root->a && !(root->kind == PATH_VALUE && root->b & VALUE_PARAM);
	return is_in_cycle(r, f, inst, here ? root->b : UINT32_MAX);
}

/* The loop that creates the threads gives the same to each of them, in something that is made
 * for that one. */
static bool is_given_again(const struct races *r, const struct instance *a,
			   const struct thread *x)
{
	const struct summary *s = summary_of(r->t, x->func);
	const struct fork *f = &s->forks.at[x->fork];
	const struct path *root = path_at(&r->t->paths, path_at(&r->t->paths, a->path)->root);
	bool since = false;
	if ((root->kind != PATH_HEAP && root->kind != PATH_VALUE) ||
	    has_index(&r->t->paths, a->path))
		return false;
	for (uint32_t i = f->chain; i; i = s->chains.at[i].next) {
		const struct chain *c = &s->chains.at[i];
		since |= c->func == root->a;
		if (since && is_since(r, root, c->func, c->inst))
			return true;
	}
	return (since || f->func == root->a) && is_since(r, root, f->func, f->inst);
}

/* Both were given it, under one name, and not one each. */
static bool are_given_one(const struct races *r, const struct instance *a,
			  const struct instance *b)
{
	const struct paths *p = &r->t->paths;
	const struct thread *x = threads_beginning(r->t, a->point.context);
	const struct path *root = path_at(p, path_at(p, a->path)->root);
	const struct path *argument = path_at(p, path_at(p, x->argument)->root);
	return a->bound && b->bound && root == path_at(p, path_at(p, b->path)->root) &&
	       (is_for_both(r, a, b, root) ||
		((!(x->flags & (FORKF_ARG_FRESH | FORKF_ARG_OWN)) || is_given_again(r, a, x)) &&
		 !is_found_for_each(r, argument) && !is_found_for_each(r, root) &&
		 !is_of_each_execution(r, a, b)));
}

/* Found in memory that the other was given, by its name. */
static bool is_found_in_given(struct races *r, const struct instance *x,
			      const struct instance *other)
{
	const struct paths *p = &r->t->paths;
	path_id root = path_at(p, x->path)->root, at = 0;
	for (uint32_t i = 0; i < MAX_STEPS && path_at(p, root)->kind == PATH_VALUE; i++) {
		at = loaded_from(r, x->thread, root);
		root = at ? path_at(p, at)->root : 0;
	}
	return root && x->thread != other->thread && was_given(r, other->thread, root);
}

/* Made by the thread itself, or found in what it has made: who finds it elsewhere has it
 * from there. */
static bool is_made(struct races *r, const struct instance *x)
{
	const struct escape *e = r->in->escape;
	path_id at = x->path;
	for (uint32_t i = 0; i < MAX_STEPS && at; i++) {
		path_id root = path_at(&r->t->paths, at)->root;
		if (path_at(&r->t->paths, root)->kind == PATH_HEAP ||
		    is_own_pointer(r, e, at) || is_own_pointer(r, e, root))
			return true;
		at = loaded_from(r, x->thread, root);
	}
	return false;
}

static bool has_object(struct races *r, path_id value, obj_id o)
{
	const struct pt_set *s = value ? threads_points_to(r->t, value) : NULL;
	for (uint32_t i = 0; s && i < s->locs.n; i++)
		if (s->locs.at[i].obj == o)
			return true;
	return false;
}

/* Main makes what is one for all; the others were given it, or found it in what they
 * were. */
static bool knows(struct races *r, thread_id id, anchor x)
{
	const struct thread *t = thread_at(r->t, id);
	if (x == ADRIFT || x == BY_VARIABLE || !t->creator)
		return x != ADRIFT;
	bool known = false;
	for (; t && !known; t = thread_next_beginning(r->t, t)) {
		known = has_object(r, t->argument, x - OBJECTS);
		for (uint32_t i = 0; i < t->content_count && !known; i++)
			known = has_object(r, r->t->contents.at[t->content_first + i].value,
					   x - OBJECTS);
	}
	return known;
}

/* Who has made it: the thread, or who has given it to the thread. */
static thread_id maker_of(const struct races *r, const struct instance *x)
{
	path_id root = path_at(&r->t->paths, x->path)->root;
	thread_id by = x->thread;
	while (thread_at(r->t, by)->creator && was_given(r, by, root))
		by = thread_at(r->t, by)->creator;
	return by;
}

static bool is_made_for(struct races *r, const struct instance *x, anchor other)
{
	return knows(r, maker_of(r, x), other) && is_made(r, x);
}

/* Have both found it from what they share, or one, and the other has made it? */
static bool are_anchored(struct races *r, const struct instance *a,
			 const struct instance *b)
{
	anchor x = anchor_of(r, a), y = anchor_of(r, b);
	return (x != ADRIFT && y != ADRIFT) || is_made_for(r, b, x) ||
	       is_made_for(r, a, y);
}

bool is_one_of_many(const struct races *r, obj_id obj)
{
	return pointers_object(r->pt, obj)->kind == OBJ_HEAP && !is_single_object(r, obj);
}

/* ---- dealt out ---- */

/* The constant that the loop counts to; 0: not known. */
static int64_t count_of(const struct paths *p, path_id id)
{
	const struct path *x = path_at(p, id), *first = path_at(p, x->a), *bound = path_at(p, x->b);
	if (!id || !(x->flags & PATHF_RANGE))
		return 0;
	if (x->kind == PATH_RANGE)
		return first->kind == PATH_INT && bound->kind == PATH_INT && x->imm == 1
			       ? bound->imm - first->imm
			       : 0;
	int64_t n = count_of(p, x->a);
	return n || !path_has_two(x) ? n : count_of(p, x->b);
}

int64_t count_made(const struct races *r, const struct thread *x)
{
	return count_of(&r->t->paths, place_of_id(x));
}

/* There are more threads than objects: some have the same. */
static bool are_dealt_out(const struct races *r, const struct instance *a,
			  const struct instance *b)
{
	const struct paths *p = &r->t->paths;
	const struct thread *x = threads_beginning(r->t, a->point.context);
	const struct path *root = path_at(p, path_at(p, a->path)->root);
	if (a->thread != b->thread || a->path != b->path || !a->bound || !b->bound ||
	    root->kind != PATH_VALUE || root->b & VALUE_PARAM || root->a != x->func)
		return false;
	const struct dealt_note *n = notes_dealt(&summary_of(r->t, root->a)->notes, root->b);
	int64_t made = count_made(r, x);
	return n && made != 1 && (!n->most || made > n->most);
}

bool may_be_apart(struct races *r, const struct instance *a, const struct instance *b)
{
	return is_one_of_many(r, a->obj) && !is_given_by(r, a, b) && !is_given_by(r, b, a) &&
	       !are_given_one(r, a, b) && !are_dealt_out(r, a, b) &&
	       !is_found_in_given(r, a, b) && !is_found_in_given(r, b, a) && !are_anchored(r, a, b);
}

bool are_named_alike(const struct races *r, const struct instance *a, const struct instance *b)
{
	const struct paths *p = &r->t->paths;
	const struct path *root = path_at(p, path_at(p, a->path)->root);
	return a->path == b->path && root->kind == PATH_SYMBOL && !is_of_each_execution(r, a, b) &&
	       !(path_at(p, a->path)->flags & (PATHF_ANY | PATHF_RANGE)) &&
	       !(r->p->symbols.at[root->a].flags & SYMF_THREAD_LOCAL);
}

/* The address of the variable in which the pointer to the memory was found, if it is one: an atomic
 * is another pointer at each look. */
static path_id variable_with(struct races *r, const struct instance *x)
{
	const struct paths *p = &r->t->paths;
	path_id base, at, root;
	path_split_offset(p, x->path, &base);
	at = loaded_from(r, x->thread, base);
	root = at ? path_at(p, at)->root : 0;
	bool one = at && path_at(p, at)->loads == 0 && path_at(p, root)->kind == PATH_SYMBOL &&
		   !(path_at(p, at)->flags & (PATHF_ANY | PATHF_RANGE)) &&
		   !(r->p->symbols.at[path_at(p, root)->a].flags & SYMF_THREAD_LOCAL);
	return one ? at : 0;
}

bool are_found_in_one(struct races *r, const struct instance *a, const struct instance *b)
{
	path_id x = variable_with(r, a);
	return x && x == variable_with(r, b);
}

bool are_found_alike(struct races *r, const struct instance *a, const struct instance *b)
{
	return are_given_one(r, a, b) || (anchor_of(r, a) != ADRIFT && anchor_of(r, b) != ADRIFT);
}
