/* SPDX-License-Identifier: MIT */
/*
 * Different memory although the pointer analysis, which has one object for all
 * activations, all allocations at one place and all elements of an array, cannot
 * tell it apart.
 */
#include "race/rank/rank.h"
#include "race/veto/veto.h"

/* ---- exact bytes ---- */

/* The bytes low .. high - 1 relative to base, a path that is no OFFSET or INDEX. */
struct extent {
	path_id base;
	int64_t low, high;
};

/* What a counting loop goes through; where its end is not known, below any size. */
static bool loop_bounds(const struct paths *p, const struct path *x, int64_t *first,
			int64_t *last)
{
	if (path_at(p, x->a)->kind != PATH_INT || x->imm <= 0)
		return false;
	*first = path_at(p, x->a)->imm;
	*last = INT32_MAX;
	if (path_at(p, x->b)->kind == PATH_INT)
		*last = path_at(p, x->b)->imm;
	if (*first < INT32_MIN || *first > UINT32_MAX || *last < INT32_MIN || *last > UINT32_MAX)
		return false;
	*last -= path_at(p, x->b)->kind == PATH_INT;
	return true;
}

static bool index_bounds(const struct paths *p, path_id index, int64_t *first, int64_t *last)
{
	const struct path *x = path_at(p, index);
	int64_t add = 0, times = 1;
	if (x->kind == PATH_OFFSET) {
		add = x->imm;
		x = path_at(p, x->a);
	}
	if (x->kind == PATH_MATH && x->imm == MATH_MUL &&
	    path_at(p, x->b)->kind == PATH_INT) {
		times = path_at(p, x->b)->imm;
		x = path_at(p, x->a);
	}
	if ((x->kind != PATH_RANGE && x->kind != PATH_SPAN) || times <= 0 || times > INT16_MAX ||
	    add > INT32_MAX || add < INT32_MIN || !loop_bounds(p, x, first, last))
		return false;
	*first = *first * times + add;
	*last = *last * times + add;
	return *first >= 0 && *last >= *first && *last <= INT32_MAX;
}

static bool find_extent(const struct paths *p, path_id path, uint32_t size, struct extent *e)
{
	int64_t first, last;
	*e = (struct extent){path, 0, size};
	for (;; e->base = path_at(p, e->base)->a) {
		const struct path *x = path_at(p, e->base);
		if (x->kind == PATH_OFFSET) {
			e->low += x->imm;
			e->high += x->imm;
		} else if (x->kind == PATH_INDEX) {
			if (!index_bounds(p, x->b, &first, &last) || x->imm <= 0 ||
			    x->imm > INT32_MAX)
				return false;
			e->low += first * x->imm;
			e->high += last * x->imm;
		} else {
			return true;
		}
	}
}

static bool within(int64_t low_a, uint32_t size_a, int64_t low_b, uint32_t size_b,
		   int64_t stride);

/* Elements of one array, by indices that are never the same. */
static bool other_elements(struct races *r, const struct instance *a, const struct instance *b)
{
	const struct paths *p = &r->t->paths;
	path_id x, y;
	int64_t da = path_split_offset(p, a->path, &x), db = path_split_offset(p, b->path, &y);
	const struct path *i = path_at(p, x), *j = path_at(p, y);
	return i->kind == PATH_INDEX && j->kind == PATH_INDEX && i->a == j->a &&
	       i->imm == j->imm && within(da, a->size, db, b->size, i->imm) &&
	       is_certain(r, i->a) && other_turns(r, i->b, j->b);
}

/* In the same object, counted from the same place. */
bool other_bytes(struct races *r, const struct instance *a, const struct instance *b,
		 struct str *fact)
{
	struct extent x, y;
	const struct paths *p = &r->t->paths;
	if (other_elements(r, a, b))
		return true;
	if (!a->size || !b->size || !find_extent(p, a->path, a->size, &x) ||
	    !find_extent(p, b->path, b->size, &y) || x.base != y.base ||
	    path_at(p, x.base)->flags & (PATHF_ANY | PATHF_VALUE | PATHF_RANGE))
		return false;
	if (x.high > y.low && y.high > x.low)
		return false;
	if (path_at(p, x.base)->loads && !is_certain(r, x.base))
		return false;
	if (fact)
		str_addf(fact, "bytes %lld to %lld and %lld to %lld", (long long)x.low,
			 (long long)x.high - 1, (long long)y.low, (long long)y.high - 1);
	return true;
}

/* ---- an element for each thread ---- */

/* Steps over OFFSET and over INDEX within an element of less than 'stride' bytes,
 * down to 'base'. Adds up the constant offset. */
static bool reaches(const struct paths *p, path_id path, path_id base, int64_t stride,
		    int64_t *offset)
{
	*offset = 0;
	for (; path != base; path = path_at(p, path)->a) {
		const struct path *x = path_at(p, path);
		if (x->kind == PATH_OFFSET) {
			path_id rest;
			*offset += x->imm;
			int64_t k = path_split_offset(p, base, &rest);
			if (rest == x->a) {
				*offset -= k;
				return true;
			}
		} else if (x->kind != PATH_INDEX || (stride && x->imm >= stride)) {
			return false;
		}
	}
	return true;
}

static bool within(int64_t low_a, uint32_t size_a, int64_t low_b, uint32_t size_b,
		   int64_t stride)
{
	int64_t high_a = low_a + size_a, high_b = low_b + size_b;
	int64_t low = low_a < low_b ? low_a : low_b, high = high_a > high_b ? high_a : high_b;
	return size_a && size_b && high - low <= stride;
}

struct part {
	path_id path;
	uint32_t size;
};

/* Does every execution of the thread that overlaps another get another index? */
static bool index_is_distinct(const struct races *r, const struct thread *x)
{
	return !x->outer_overlap && !x->merged && !x->creates_itself &&
	       !(x->flags & FORKF_ROUNDS) && !thread_at(r->t, x->creator)->many;
}

/* The argument is &base[RANGE] + k; both locations lie in that element. */
static bool own_element(const struct races *r, const struct thread *x,
			const struct part *a, const struct part *b)
{
	const struct paths *p = &r->t->paths;
	path_id element;
	int64_t da, db;
	path_split_offset(p, x->argument, &element);
	const struct path *e = path_at(p, element);
	if (e->kind != PATH_INDEX || !e->b || path_at(p, e->b)->kind != PATH_RANGE)
		return false;
	return reaches(p, a->path, element, e->imm, &da) &&
	       reaches(p, b->path, element, e->imm, &db) &&
	       within(da, a->size, db, b->size, e->imm);
}

/* The index that differs from one creation to the next. */
static path_id range_of(struct races *r, path_id argument)
{
	enum { MAX_WAY = 32 }; /* a value may have been loaded from what it points to */
	const struct paths *p = &r->t->paths;
	for (uint32_t n = 0; argument && n < MAX_WAY; n++) {
		const struct path *x = path_at(p, argument);
		if (x->kind == PATH_RANGE)
			return argument;
		if (x->kind == PATH_INDEX && x->b && path_at(p, x->b)->flags & PATHF_RANGE)
			return range_of(r, x->b);
		argument = x->kind == PATH_VALUE ? loaded_from(r, 0, argument)
			   : path_is_step(x)	 ? x->a
						 : 0;
	}
	return 0;
}

/* The loop index that the thread was given, in its argument or in the memory of that. */
static path_id range_of_thread(struct races *r, const struct thread *x)
{
	path_id range = range_of(r, x->argument);
	for (uint32_t i = 0; i < x->content_count; i++) {
		path_id value = r->t->contents.at[x->content_first + i].value;
		if (!range && path_at(&r->t->paths, value)->kind == PATH_RANGE)
			range = value;
	}
	return range;
}

/* The path is base[argument + c] + k. */
static bool is_indexed_by(const struct paths *p, path_id path, path_id argument,
			  const struct path **index, int64_t *offset)
{
	int64_t inner = 0;
	for (;; path = path_at(p, path)->a) {
		const struct path *x = path_at(p, path);
		path_id value;
		if (x->kind == PATH_OFFSET) {
			inner += x->imm;
			continue;
		}
		if (x->kind != PATH_INDEX)
			return false;
		path_split_offset(p, x->b, &value);
		*index = x;
		*offset = inner;
		if (x->b && (value == argument || x->b == argument))
			return true;
	}
}

/* The argument is the index itself, or an element with that index. */
static bool own_index(struct races *r, const struct thread *x, const struct part *a,
		      const struct part *b)
{
	const struct paths *p = &r->t->paths;
	const struct path *i, *j;
	path_id range = range_of_thread(r, x);
	int64_t da, db;
	if (!range || !is_indexed_by(p, a->path, range, &i, &da) ||
	    !is_indexed_by(p, b->path, range, &j, &db))
		return false;
	return i->a == j->a && i->b == j->b && i->imm == j->imm && is_certain(r, i->a) &&
	       within(da, a->size, db, b->size, i->imm);
}

/* The path is base[something of the range] + k. */
static bool is_indexed_with(struct paths *p, path_id path, path_id range, struct path *index,
			    int64_t *offset, int64_t *inner)
{
	path_id before = 0; /* of steps of one size: &a[x][y] */
	int64_t size = 0;
	*inner = 0;
	*offset = 0;
	for (;; path = index->a) {
		*index = *path_at(p, path);
		if (index->kind == PATH_OFFSET) {
			*offset += index->imm;
			continue;
		}
		if (index->kind != PATH_INDEX || !index->b)
			return false;
		if (path_mentions(p, index->b, range))
			break;
		*inner = size > *inner ? size : *inner;
		before = before && size == index->imm
				 ? path_math(p, before, index->b, MATH_ADD) : index->b;
		size = index->imm;
		if (!before)
			return false;
	}
	if (size == index->imm)
		index->b = path_math(p, before, index->b, MATH_ADD);
	else
		*inner = size > *inner ? size : *inner;
	return index->b != 0;
}

/* The same place for all threads, or different objects. */
static bool is_base(struct races *r, path_id base)
{
	const struct path *x = path_at(&r->t->paths, base);
	uint8_t root = path_at(&r->t->paths, x->root)->kind;
	return is_certain(r, base) ||
	       ((root == PATH_HEAP || root == PATH_LOCAL) && !x->loads &&
		!(x->flags & (PATHF_ANY | PATHF_VALUE | PATHF_RANGE)));
}

/* The index is computed from the argument: a part of the array for each. */
static bool has_own_part(struct races *r, const struct thread *x, const struct part *a,
			 const struct part *b)
{
	struct paths *p = &r->t->paths;
	struct path i, j;
	path_id range = range_of_thread(r, x);
	int64_t da, db, inner_a, inner_b;
	if (!range || !is_indexed_with(p, a->path, range, &i, &da, &inner_a) ||
	    !is_indexed_with(p, b->path, range, &j, &db, &inner_b))
		return false;
	return i.a == j.a && i.imm == j.imm && inner_a < i.imm && inner_b < i.imm &&
	       is_base(r, i.a) && within(da, a->size, db, b->size, i.imm) &&
	       own_part(r, x->func, range, i.b, j.b);
}

static bool own_fresh(const struct races *r, const struct thread *x, const struct part *a,
		      const struct part *b)
{
	int64_t da, db;
	path_id base;
	path_split_offset(&r->t->paths, x->argument, &base);
	return x->flags & (FORKF_ARG_FRESH | FORKF_ARG_OWN) &&
	       reaches(&r->t->paths, a->path, base, 0, &da) &&
	       reaches(&r->t->paths, b->path, base, 0, &db);
}

/* The argument through which each execution has its own, or 0. */
static path_id own_argument(struct races *r, thread_id thread, const struct part *a,
			    const struct part *b)
{
	for (thread_id id = thread; id; id = thread_at(r->t, id)->creator) {
		const struct thread *x = thread_at(r->t, id);
		if (!x->argument)
			continue;
		if (own_fresh(r, x, a, b) ||
		    (x->flags & FORKF_ARG_PART && !x->merged && own_element(r, x, a, b)) ||
		    (index_is_distinct(r, x) &&
		     (own_element(r, x, a, b) || own_index(r, x, a, b) ||
		      has_own_part(r, x, a, b))))
			return x->argument;
	}
	return 0;
}

bool are_per_thread(struct races *r, thread_id thread, path_id a, uint32_t size_a, path_id b,
		    uint32_t size_b)
{
	return own_argument(r, thread, &(struct part){a, size_a}, &(struct part){b, size_b});
}

static bool is_same_chain(const struct races *r, const struct thread *x, uint32_t i, uint32_t j)
{
	const struct chain *c = summary_of(r->t, x->func)->chains.at;
	while (i && j && c[i].func == c[j].func && c[i].inst == c[j].inst) {
		i = c[i].next;
		j = c[j].next;
	}
	return !i && !j;
}

/* Does one call create either the one or the other, with the same argument? Which function it
 * begins with is not known. */
static bool are_of_one_call(const struct races *r, const struct thread *x, const struct thread *y)
{
	if (x->origin != ORIGIN_FORK || y->origin != ORIGIN_FORK || x->creator != y->creator ||
	    x->func != y->func || x->argument != y->argument || !x->argument || x->merged ||
	    y->merged || x->mixed || y->mixed || (x->flags | y->flags) & FORKF_MANY)
		return false;
	const struct fork *k = &summary_of(r->t, x->func)->forks.at[x->fork];
	const struct fork *l = &summary_of(r->t, y->func)->forks.at[y->fork];
	return k->func == l->func && k->inst == l->inst &&
	       is_same_chain(r, x, k->chain, l->chain);
}

/* Two threads of which each execution of the call that creates them starts one. */
static path_id own_argument_of_call(struct races *r, const struct instance *a,
				    const struct instance *b)
{
	const struct thread *x = thread_at(r->t, a->thread), *y = thread_at(r->t, b->thread);
	struct part p = {a->path, a->size}, q = {b->path, b->size};
	if (!are_of_one_call(r, x, y))
		return 0;
	if ((own_fresh(r, x, &p, &q) && own_fresh(r, y, &p, &q)) ||
	    (index_is_distinct(r, x) && index_is_distinct(r, y) &&
	     (own_element(r, x, &p, &q) || own_index(r, x, &p, &q))))
		return x->argument;
	return 0;
}

bool per_thread(struct races *r, const struct instance *a, const struct instance *b,
		struct str *fact)
{
	struct part x = {a->path, a->size}, y = {b->path, b->size};
	if (!a->bound || !b->bound)
		return false;
	path_id argument = a->thread == b->thread ? own_argument(r, a->thread, &x, &y)
						  : own_argument_of_call(r, a, b);
	if (argument && fact)
		path_print_value(&r->t->paths, argument, r->p, r->pt, 0, fact);
	return argument;
}

/* ---- the thread with one number ---- */

bool only_thread(struct races *r, const struct instance *a, const struct instance *b,
		 struct str *fact)
{
	const struct thread *x = thread_at(r->t, a->thread);
	const struct only_there *o = &r->onlys.at[a->only];
	if (!a->only || a->only != b->only || a->thread != b->thread || !x->argument ||
	    !index_is_distinct(r, x) || range_of(r, x->argument) != o->path)
		return false;
	if (fact)
		str_addf(fact, "number %lld", (long long)o->value);
	return true;
}

/* ---- an element whose thread is not there ---- */

/* Is the thread created through that call of f? */
static bool is_created_through(const struct races *r, const struct thread *x, func_id f,
			       uint32_t inst)
{
	const struct summary *s = summary_of(r->t, x->func);
	const struct fork *k = &s->forks.at[x->fork];
	if (k->func == f && k->inst == inst)
		return true;
	for (uint32_t c = k->chain; c; c = s->chains.at[c].next) {
		if (s->chains.at[c].func == f && s->chains.at[c].inst == inst)
			return true;
	}
	return false;
}

/* Do all threads that the function creates belong to the activation at hand, as far
 * as they touch this memory? Another activation has locals and allocations of its own. */
static bool is_one_activation(const struct races *r, const struct instance *a, func_id f)
{
	const struct path *x = path_at(&r->t->paths, a->path);
	const struct path *root = path_at(&r->t->paths, x->root);
	return (root->kind == PATH_LOCAL && root->a == f) ||
	       (root->kind == PATH_HEAP && root->a == f && !x->loads) ||
	       !threads_runs_often(r->t, a->thread, f);
}

/* a is in element 'index', b in element 'range' of the same array: the same bytes
 * only if the two are equal. */
static bool same_element(const struct races *r, const struct instance *a, path_id index,
			 const struct instance *b, path_id range)
{
	const struct paths *p = &r->t->paths;
	const struct path *i, *j;
	int64_t da, db;
	return is_indexed_by(p, a->path, index, &i, &da) &&
	       is_indexed_by(p, b->path, range, &j, &db) && i->b == index &&
	       j->b == range && i->a == j->a && i->imm == j->imm &&
	       within(da, a->size, db, b->size, i->imm);
}

static bool is_absent_for(struct races *r, const struct instance *a, const struct instance *b)
{
	const struct thread *x = thread_at(r->t, b->thread);
	if (x->creator != a->thread)
		return false;
	const struct context *c = context_at(r->t, a->point.context);
	const struct summary *s = summary_of(r->t, c->func);
	const struct order *o = &s->orders.at[a->access->ordering];
	path_id range = o->absent_count ? range_of(r, x->argument) : 0;
	if (!range || !index_is_distinct(r, x) || !is_one_activation(r, a, c->func))
		return false;
	for (uint32_t i = 0; i < o->absent_count; i++) {
		const struct absent *n = &s->order_absent.at[o->absent_first + i];
		path_id index = threads_close(r->t, a->point.context, n->index);
		if (is_created_through(r, x, c->func, n->inst) && index &&
		    same_element(r, a, index, b, range))
			return true;
	}
	return false;
}

/* Was the pointer read from the element of an array that has that index? */
static bool is_read_at_index(const struct races *r, path_id pointer, const struct path *index)
{
	const struct path *x = path_at(&r->t->paths, pointer);
	if (x->kind != PATH_VALUE || index->kind != PATH_VALUE || x->a != index->a ||
	    (x->b | index->b) & VALUE_PARAM)
		return false;
	const struct indexed_note *n = notes_indexed(&summary_of(r->t, x->a)->notes, x->b);
	return n && n->index == index->b;
}

/* Does the name lead through the element of an array that has that index? */
static bool leads_through(struct races *r, path_id path, const struct path *index)
{
	enum { MAX_WAY = 32 };
	const struct paths *p = &r->t->paths;
	for (uint32_t n = 0; path && n < MAX_WAY; n++) {
		const struct path *x = path_at(p, path);
		if (is_read_at_index(r, path, index))
			return true;
		path = x->kind == PATH_VALUE ? loaded_from(r, 0, path)
		       : path_is_step(x)     ? x->a
					     : 0;
	}
	return false;
}

/* Has the thread that b is of an argument of its own: allocated for it, or an element for each? */
static bool has_own_argument(struct races *r, const struct thread *x)
{
	return x->flags & (FORKF_ARG_FRESH | FORKF_ARG_OWN | FORKF_ARG_NEW) ||
	       (range_of(r, x->argument) && index_is_distinct(r, x));
}

bool is_one_joined(struct races *r, const struct instance *a, const struct instance *b)
{
	const struct context *c = context_at(r->t, a->point.context);
	const struct summary *s = summary_of(r->t, c->func);
	const struct order *o = &s->orders.at[a->access->ordering];
	const struct thread *x = thread_at(r->t, b->thread);
	bool joined = false;
	for (uint32_t i = 0; i < o->absent_count && x->creator == a->thread && !x->mixed; i++) {
		const struct absent *n = &s->order_absent.at[o->absent_first + i];
		joined |= is_created_through(r, x, c->func, n->inst) &&
			  leads_through(r, a->path, path_at(&s->paths, n->index));
	}
	bool own = !path_at(&r->t->paths, a->path)->loads || !is_allocated_once(r, a->obj);
	return joined && own && pointers_object(r->pt, a->obj)->kind != OBJ_VARIABLE &&
	       has_own_argument(r, x) && came_with_argument(r, b);
}

bool absent_thread(struct races *r, const struct instance *a, const struct instance *b,
		   struct str *fact)
{
	(void)fact;
	return is_absent_for(r, a, b) || is_absent_for(r, b, a);
}

/* ---- an object whose thread was joined ---- */

/* The thread was given an object that also holds its id, 'offset' bytes from the
 * object's base. */
static bool keeps_own_id(const struct paths *p, const struct thread *x, path_id *base,
			 int64_t *offset)
{
	path_id id_base;
	if (!x->argument || !x->id_address)
		return false;
	*offset = path_split_offset(p, x->argument, base) + x->id_from_argument;
	if (x->flags & FORKF_ID_IN_ARGUMENT)
		return true;
	*offset = path_split_offset(p, x->id_address, &id_base);
	return id_base == *base;
}

/* a comes after a join of the id inside the very object it touches; b is made by the
 * thread that has that id: the same bytes, so the same object, so it was joined. */
static bool is_joined_for(struct races *r, const struct instance *a, const struct instance *b)
{
	const struct paths *p = &r->t->paths;
	const struct summary *s =
		summary_of(r->t, context_at(r->t, a->point.context)->func);
	const struct order *o = &s->orders.at[a->access->ordering];
	path_id base, holder;
	int64_t offset, ignored;
	if (!o->joined_count || !keeps_own_id(p, thread_at(r->t, b->thread), &base, &offset) ||
	    !reaches(p, b->path, base, 0, &ignored))
		return false;
	for (uint32_t i = 0; i < o->joined_count; i++) {
		path_id id = threads_close(r->t, a->point.context,
					   s->order_paths.at[o->joined_first + i]);
		const struct path *x = path_at(p, id);
		if (x->kind == PATH_LOAD &&
		    path_split_offset(p, x->a, &holder) == offset &&
		    reaches(p, a->path, holder, 0, &ignored))
			return true;
	}
	return false;
}

static bool may_run(const struct threads *t, set_id running, thread_id id)
{
	uint32_t n;
	const uint32_t *spawns = threads_set(t, running, &n);
	for (uint32_t i = 0; i < n; i++) {
		const struct spawn *s = &t->spawns.at[spawns[i]];
		for (uint32_t k = 0; k < s->threads.n; k++)
			if (s->threads.at[k] == id)
				return true;
	}
	return false;
}

/* A local of a's thread that b was given by it: where a's own b does not run, another
 * execution's b has that execution's local. */
static bool is_own_local_joined(struct races *r, const struct instance *a,
				const struct instance *b)
{
	const struct paths *p = &r->t->paths;
	const struct path *x = path_at(p, a->path), *y = path_at(p, b->path);
	if (thread_at(r->t, b->thread)->creator != a->thread || x->root != y->root ||
	    x->loads || y->loads || path_at(p, x->root)->kind != PATH_LOCAL)
		return false;
	return path_owner(r, a->path, a->thread) == a->thread &&
	       path_owner(r, b->path, b->thread) == a->thread &&
	       !may_run(r->t, a->point.running, b->thread);
}

bool joined_owner(struct races *r, const struct instance *a, const struct instance *b,
		  struct str *fact)
{
	(void)fact;
	return is_joined_for(r, a, b) || is_joined_for(r, b, a) ||
	       is_own_local_joined(r, a, b) || is_own_local_joined(r, b, a);
}
