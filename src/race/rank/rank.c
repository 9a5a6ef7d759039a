/* SPDX-License-Identifier: MIT */
/*
 * Confidence: what speaks against a pair that no veto removed. Reasons lower the
 * confidence, they never remove (reasons.def).
 */
#include "ir/names.h"
#include "race/order/asked.h"
#include "race/pair/pair.h"
#include "race/rank/fields.h"
#include "race/rank/rank.h"
#include "race/veto/veto.h"

static const struct {
	uint8_t axis, doubt;
	const char *text;
} reasons[REASON_COUNT] = {
#define REASON(id, axis, doubt, text) {AXIS_##axis, doubt, text},
#include "race/rank/reasons.def"
#undef REASON
};

const char *reason_text(enum reason reason)
{
	return reasons[reason].text;
}

/* ---- reasons ---- */

/* One of several objects, and by the types that are declared another one is meant. */
static bool is_other_type(const struct races *r, const struct instance *x)
{
	ir_val v = x->targets > 1 ? x->access->address : 0;
	return v && pointers_is_other_type(r->pt, x->access->func, v,
					   (struct pt_loc){x->obj, x->offset});
}

bool is_last_thing(const struct races *r, const struct point *p)
{
	const struct context *c = context_at(r->t, p->context);
	return threads_is_fault_handler(r->t, c->thread) || c->ending ||
	       ends_below(r, c->func, p->chain, p->func);
}

static uint64_t reasons_of_side(const struct races *r, const struct instance *x)
{
	return bit_if(pointers_object(r->pt, x->obj)->kind == OBJ_CLASS, REASON_CLASS) |
	       bit_if(x->targets > FEW_TARGETS, REASON_MANY_TARGETS) |
	       bit_if(x->targets > 1 && x->targets <= FEW_TARGETS, REASON_TARGETS) |
	       bit_if(is_other_type(r, x), REASON_OTHER_TYPE) |
	       bit_if(x->guessed == GUESS_FEW, REASON_GUESSED) |
	       bit_if(x->guessed == GUESS_MANY, REASON_WILD_GUESS) |
	       bit_if(x->flags & ACCESSF_UNKNOWN, REASON_UNKNOWN) |
	       bit_if(x->kind == FREE, REASON_FREED) |
	       bit_if(x->flags & ACCESSF_CLOSED_EARLY, REASON_CLOSED);
}

static const uint64_t order_reasons = 1ull << REASON_COUNTED | 1ull << REASON_PUBLISHED |
				      1ull << REASON_SEMAPHORE | 1ull << REASON_CONDITION |
				      1ull << REASON_TAKEN | 1ull << REASON_RING |
				      1ull << REASON_ATOMIC_FLAG;

static bool is_handler(const struct races *r, const struct instance *x)
{
	return thread_at(r->t, x->thread)->origin == ORIGIN_SIGNAL;
}

/* The hardware calls it: the function that installs it is no function of the program. */
static bool is_interrupt(const struct races *r, const struct instance *x)
{
	const struct thread *t = thread_at(r->t, x->thread);
	sym_id by = r->p->funcs.at[t->func].sym;
	return is_handler(r, x) && r->p->symbols.at[by].flags & SYMF_INTERRUPT;
}

static uint64_t reasons_of_handlers(struct races *r, struct instance *a, struct instance *b)
{
	if (is_handler(r, a) == is_handler(r, b))
		return bit_if(is_interrupt(r, a) && is_interrupt(r, b), REASON_NESTED);
	return bit_if(may_be_handed_over(r, a, b, HANDOVER_VOLATILE), REASON_VOLATILE_FLAG);
}

static uint64_t reasons_of_order(struct races *r, struct instance *a, struct instance *b)
{
	return bit_if(may_be_counted(r, a, b) || are_both_last(r, a, b) ||
			      counts_out(r, a, b) || counts_out(r, b, a) ||
			      is_counted_after(r, a, b) || is_counted_after(r, b, a) ||
			      is_work_done(r, a, b) || is_work_done(r, b, a),
		      REASON_COUNTED) |
	       bit_if(is_published_later(r, a, b) || is_published_later(r, b, a),
		      REASON_PUBLISHED) |
	       bit_if(are_entries_taken(r, a, b), REASON_TAKEN) |
	       bit_if(are_ends_of_ring(r, a, b), REASON_RING) |
	       bit_if(may_be_handed_over(r, a, b, HANDOVER_SEMAPHORE) || has_posted(r, a, b),
		      REASON_SEMAPHORE) |
	       bit_if(may_be_handed_over(r, a, b, HANDOVER_CONDITION), REASON_CONDITION) |
	       bit_if(may_be_handed_over(r, a, b, HANDOVER_FLAG) || excludes_by_flag(r, a, b),
		      REASON_ATOMIC_FLAG) |
	       bit_if(setup_flag(r, a, b).obj, REASON_LAZY) |
	       bit_if(is_set_up_before(r, a, b) || are_likely_in_other_states(r, a, b),
		      REASON_SET_UP) |
	       bit_if(may_be_joined(r, a, b), REASON_JOINED) |
	       bit_if(is_before_creation(r, a, b) || is_before_creation(r, b, a),
		      REASON_ONCE_MORE) | reasons_of_handlers(r, a, b);
}

/* The lock came with the thread's argument, which may be another for each. */
static bool is_of_new_argument(const struct races *r, thread_id id, path_id lock)
{
	const struct thread *x = thread_at(r->t, id);
	const struct paths *p = &r->t->paths;
	return x->argument && x->flags & FORKF_ARG_NEW &&
	       path_at(p, lock)->root == path_at(p, x->argument)->root;
}

/* The lock is in another object than the memory, which is reached by a pointer:
 * typically the lock of a bucket, of a list. */
static bool is_of_container(struct races *r, const struct instance *x, path_id lock)
{
	const struct path *p = path_at(&r->t->paths, x->path);
	const struct pt_set *s = threads_points_to(r->t, lock);
	uint8_t root = path_at(&r->t->paths, p->root)->kind;
	if (!p->loads && root != PATH_VALUE && root != PATH_HEAP)
		return false;
	for (uint32_t i = 0; i < s->locs.n; i++) {
		if (s->locs.at[i].obj == x->obj)
			return false;
	}
	return !is_of_new_argument(r, x->thread, lock);
}

/* Not one of many that are in many containers. */
static bool is_there_once(const struct races *r, const struct instance *x)
{
	return is_allocated_once(r, x->obj) ||
	       (pointers_object(r->pt, x->obj)->kind == OBJ_VARIABLE &&
		!pt_loc_is_folded(r->pt, (struct pt_loc){x->obj, x->offset}));
}

static bool is_shared(struct races *r, const struct instance *a, const struct guard *g,
		      const struct instance *b, const struct guard *h, path_id names[2])
{
	bool shared = guards_exclude(r, a, g, b, h);
	if (shared) {
		names[0] = g->lock;
		names[1] = h->lock;
	}
	return shared;
}

/* The locks that one has lost, with those that the other holds or has lost. That one of the
 * two is released is enough; but of all locks that they share. */
static uint64_t reasons_of_lost_with(struct races *r, const struct instance *a,
				     const struct instance *b, guards_id with, path_id names[2])
{
	uint64_t found = 0;
	uint32_t n, m;
	const struct guard *g = threads_guards(r->t, a->lost, &n);
	const struct guard *h = threads_guards(r->t, with, &m);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++)
			if (is_shared(r, a, &g[i], b, &h[k], names))
				found |= 1ull << (g[i].wide && (with != b->lost || h[k].wide)
							  ? REASON_LOST_AMONG_MANY
							  : REASON_LOST);
	return found;
}

/* They would hold one lock, if what has been released since by names that may mean it was
 * another one. */
static uint64_t reasons_of_lost(struct races *r, const struct instance *a,
				const struct instance *b, path_id names[2])
{
	return (a->lost ? reasons_of_lost_with(r, a, b, b->guards, names) : 0) |
	       (b->lost ? reasons_of_lost_with(r, b, a, a->guards, names) : 0) |
	       (a->lost && b->lost ? reasons_of_lost_with(r, a, b, b->lost, names) : 0);
}

/* The address of the pointer by which the thread has found the lock, and how far behind it that is;
 * 0: of none. */
static path_id found_by(struct races *r, thread_id by, path_id lock, int64_t *offset)
{
	path_id base;
	*offset = path_split_offset(&r->t->paths, lock, &base);
	return loaded_from(r, by, base);
}

/* Is the pointer there, in a variable, only ever that to one object, and set by neither of the two?
 * Who makes the lock anew, does that while nobody uses it. */
static bool leads_to_one(struct races *r, path_id at, thread_id x, thread_id y)
{
	const struct paths *p = &r->t->paths;
	const struct path *root = path_at(p, path_at(p, at)->root);
	if (root->kind != PATH_SYMBOL ||
	    path_at(p, at)->flags & (PATHF_ANY | PATHF_VALUE | PATHF_RANGE) ||
	    r->p->symbols.at[root->a].flags & SYMF_THREAD_LOCAL)
		return false;
	path_id pointer = path_load(&r->t->paths, at);
	const struct pt_set *s = threads_copies_of(r->t, pointer);
	return s->locs.n == 1 && !s->unknown && !is_set_by(r, pointer, x) &&
	       !is_set_by(r, pointer, y);
}

static bool are_led_to(struct races *r, const struct instance *a, const struct instance *b)
{
	uint32_t n, m;
	const struct guard *x = threads_guards(r->t, a->guards, &n);
	const struct guard *y = threads_guards(r->t, b->guards, &m);
	for (uint32_t i = 0; i < n; i++) {
		int64_t from, to;
		path_id at = found_by(r, a->thread, x[i].lock, &from);
		for (uint32_t j = 0; j < m && at; j++)
			if (found_by(r, b->thread, y[j].lock, &to) == at && from == to &&
			    kinds_exclude(r, a, &x[i], b, &y[j]) &&
			    leads_to_one(r, at, a->thread, b->thread))
				return true;
	}
	return false;
}

static uint64_t reasons_of_locks(struct races *r, const struct instance *a,
				 const struct instance *b, path_id names[2])
{
	uint64_t lost = a->lost || b->lost ? reasons_of_lost(r, a, b, names) : 0;
	if (lost)
		return lost;
	enum lock_relation same = shared_lock(r, a, b, names);
	if (same != LOCKS_SAME && (are_locked_containers(r, a, b) || are_own_ends(r, a, b)))
		return 1ull << REASON_CONTAINERS;
	if (same != LOCKS_SAME && (are_taken(r, a, b) || excludes_taker(r, a, b)))
		return 1ull << REASON_EACH_TOOK;
	if (same != LOCKS_MAY_BE_SAME)
		return 0;
	bool container = are_led_to(r, a, b) ||
			 (is_of_container(r, a, names[0]) && is_of_container(r, b, names[1]) &&
			  !is_there_once(r, a));
	return bit_if(container, REASON_CONTAINER) | bit_if(!container, REASON_MAY_LOCK);
}

enum doubt doubt_of(uint64_t bits, enum axis axis)
{
	uint8_t most = CERTAIN;
	for (uint32_t i = 0; i < REASON_COUNT; i++)
		if (bits & 1ull << i && reasons[i].axis == axis && reasons[i].doubt > most)
			most = reasons[i].doubt;
	return (enum doubt)most;
}

/* The reasons on that axis that leave something likely. */
static inline uint64_t likely_on(enum axis on)
{
	return 0
#define REASON(id, axis, doubt, text)                                                              \
	| (uint64_t)(AXIS_##axis == on && doubt == LIKELY) << REASON_##id
#include "race/rank/reasons.def"
#undef REASON
		;
}

static const uint64_t doubtful = 0
#define REASON(id, axis, doubt, text) | (uint64_t)(doubt == DOUBTFUL) << REASON_##id
#include "race/rank/reasons.def"
#undef REASON
	;

static const uint64_t slight = 0
#define REASON(id, axis, doubt, text) | (uint64_t)(doubt == SLIGHT) << REASON_##id
#include "race/rank/reasons.def"
#undef REASON
	;

/* Of the weakest axis. The axes are independent: likely on two of them is doubtful. What is
 * slight is not high, and adds nothing to other doubts. */
static uint8_t confidence_of(uint64_t bits)
{
	uint32_t likely = !!(bits & likely_on(AXIS_MEMORY)) + !!(bits & likely_on(AXIS_THREADS)) +
			  !!(bits & likely_on(AXIS_ORDER)) + !!(bits & likely_on(AXIS_LOCK));
	_Static_assert(AXIS_COUNT == 4, "all of them");
	if (bits & doubtful)
		return CONFIDENCE_LOW;
	if (likely > 1)
		return CONFIDENCE_LOW;
	return likely || bits & slight ? CONFIDENCE_MEDIUM : CONFIDENCE_HIGH;
}

static bool is_low(uint64_t set)
{
	return confidence_of(set) == CONFIDENCE_LOW;
}

/* What the name of the memory begins with. */
static const struct path *root_of(const struct races *r, const struct instance *x)
{
	const struct paths *p = &r->t->paths;
	return path_at(p, path_at(p, x->path)->root);
}

/* Has it only a pointer to memory of which there is any number? Who has allocated it
 * himself and given it to others knows which one he means, unless he frees it or the
 * others are of his own kind; a thread was given one of many. */
static bool is_any_object(const struct races *r, const struct instance *x, bool vague)
{
	uint8_t root = root_of(r, x)->kind;
	return root == PATH_VALUE || (root == PATH_HEAP && (vague || x->bound));
}

static bool is_unnamed(const struct races *r, const struct instance *x)
{
	return root_of(r, x)->kind == PATH_VALUE;
}

/* A parameter whose callers are not told apart: any of their objects. */
static bool is_given(const struct races *r, const struct instance *x)
{
	const struct path *root = root_of(r, x);
	return root->kind == PATH_VALUE && root->b & VALUE_PARAM;
}

/* Does it hold a lock that is in the object itself, whose address is the base? */
static bool holds_lock_of(const struct races *r, const struct instance *x, path_id base)
{
	uint32_t n;
	path_id lock_base;
	const struct guard *g = threads_guards(r->t, x->guards, &n);
	for (uint32_t i = 0; i < n; i++) {
		path_split_offset(&r->t->paths, g[i].lock, &lock_base);
		if (g[i].kind == LOCK_MUTEX && base == lock_base)
			return true;
	}
	return false;
}

/* The same field, and one locks the object for it: whoever wrote that did not think
 * that each thread has its own. */
static bool is_locked_by_one(const struct races *r, const struct instance *a,
			     const struct instance *b)
{
	path_id of_a, of_b;
	return path_split_offset(&r->t->paths, a->path, &of_a) ==
		       path_split_offset(&r->t->paths, b->path, &of_b) &&
	       (holds_lock_of(r, a, of_a) || holds_lock_of(r, b, of_b));
}

/* Was the memory that the thread was given allocated for it? */
static bool has_new_argument(const struct races *r, const struct instance *x)
{
	return thread_at(r->t, x->thread)->flags & FORKF_ARG_FRESH;
}

/* One holds nothing and the other a lock that there is only one of. */
static bool is_half_locked(struct races *r, const struct instance *a, const struct instance *b)
{
	uint32_t n;
	const struct guard *g = threads_guards(r->t, a->guards ? a->guards : b->guards, &n);
	for (uint32_t i = 0; i < n && !(a->guards && b->guards); i++)
		if (g[i].kind == LOCK_MUTEX && is_certain(r, g[i].lock))
			return true;
	return false;
}

/* By how many pointers a variable leads to it; 0: no variable does. */
static uint32_t led_to_by(const struct races *r, const struct instance *x)
{
	return root_of(r, x)->kind == PATH_SYMBOL ? path_at(&r->t->paths, x->path)->loads : 0;
}

/* Each was found in another way, and one at least through objects that come and go, as the
 * first one of a queue does: what one variable leads to is seldom what another one does.
 * Who locks it for all takes it for one. */
static bool are_found_apart(struct races *r, const struct instance *a, const struct instance *b)
{
	const struct path *x = root_of(r, a), *y = root_of(r, b);
	uint32_t n = led_to_by(r, a), m = led_to_by(r, b);
	return (x->kind != y->kind || x->a != y->a) && (n > 1 || m > 1) &&
	       (n || is_any_object(r, a, false)) && (m || is_any_object(r, b, false)) &&
	       !is_half_locked(r, a, b);
}

static bool may_be_different_objects(struct races *r, const struct instance *a,
				     const struct instance *b)
{
	bool vague = a->kind == FREE || b->kind == FREE || a->thread == b->thread ||
		     is_given(r, a) || is_given(r, b);
	bool any = (is_unnamed(r, a) || is_unnamed(r, b)) && is_any_object(r, a, vague) &&
		   is_any_object(r, b, vague);
	return pointers_object(r->pt, a->obj)->kind == OBJ_HEAP && !(a->guards && b->guards) &&
	       !is_locked_by_one(r, a, b) && (any || are_found_apart(r, a, b)) &&
	       (has_new_argument(r, a) || has_new_argument(r, b) || !is_single_object(r, a->obj));
}

/* A parameter stands for whatever any caller passes, as there was too much to tell callers
 * apart. That is a doubt of our own making, and no ground for a report if there are many such
 * objects and nobody locks them. */
static bool is_any_given(const struct races *r, const struct instance *a,
			 const struct instance *b)
{
	return (a->flags | b->flags) & ACCESSF_CLOSED_EARLY &&
	       pointers_object(r->pt, a->obj)->kind == OBJ_HEAP && !is_locked_by_one(r, a, b) &&
	       !is_single_object(r, a->obj);
}

/* By a pointer that was stored somewhere, not by name. */
static bool is_found(const struct races *r, const struct instance *x)
{
	return is_unnamed(r, x) || path_at(&r->t->paths, x->path)->loads;
}

/* One names a variable of which there are many, the other has a pointer that may
 * mean something else. */
static bool may_mean_another(const struct races *r, const struct instance *named,
			     const struct instance *pointer)
{
	const struct pt_object *o = pointers_object(r->pt, named->obj);
	return is_found(r, pointer) && pointer->targets > 1 &&
	       (o->kind != OBJ_LOCAL || threads_runs_often(r->t, named->thread, o->func));
}

/* Is the function that has the local on the way to the access? */
static bool is_inside(const struct races *r, const struct instance *x, func_id f)
{
	struct step steps[MAX_FRAMES];
	uint32_t n = threads_steps(r->t, &x->point, steps, MAX_FRAMES);
	for (uint32_t i = 0; i < n; i++) {
		if (steps[i].func == f)
			return true;
	}
	return false;
}

/* Loaded from what a parameter or a local variable of its function points to or is? */
static bool is_found_nearby(const struct races *r, const struct instance *i)
{
	const struct path *root = root_of(r, i);
	if (root->kind != PATH_VALUE || root->b & VALUE_PARAM)
		return false;
	const struct pointee *x = notes_pointee(&summary_of(r->t, root->a)->notes, root->b);
	return x && x->nearby;
}

/* A parameter, or found in a variable on the stack, below the function that has such a
 * local: what that was given to work on is most likely its caller's. */
static bool has_its_own(const struct races *r, const struct instance *x)
{
	const struct pt_object *o = pointers_object(r->pt, x->obj);
	bool on_stack = path_at(&r->t->paths, x->path)->loads &&
			root_of(r, x)->kind == PATH_LOCAL;
	bool nearby = on_stack || is_given(r, x) || is_found_nearby(r, x);
	return o->kind == OBJ_LOCAL && nearby && !came_with_argument(r, x) &&
	       is_inside(r, x, o->func);
}

/* What a caller whom we do not see passes in, which is hardly a local of ours. */
static bool is_of_caller(const struct races *r, const struct instance *x)
{
	return is_given(r, x) && is_interface(r, x) && x->bound;
}

/* Both by one name for a pointer that was found in a variable that is one for all. */
static bool are_by_one_pointer(const struct races *r, const struct instance *a,
			       const struct instance *b)
{
	const struct path *root = root_of(r, a);
	if (a->path != b->path)
		return false;
	if (root->kind == PATH_SYMBOL)
		return path_at(&r->t->paths, a->path)->loads &&
		       !(r->p->symbols.at[root->a].flags & SYMF_THREAD_LOCAL);
	if (root->kind != PATH_VALUE || root->b & VALUE_PARAM)
		return false;
	const struct pointee *x = notes_pointee(&summary_of(r->t, root->a)->notes, root->b);
	return x && x->shared && !x->params;
}

/* A local or thread-local variable, which both sides reach by some pointer only, or
 * one of them by a vague one: most likely each its own. */
static bool may_be_own_variables(const struct races *r, const struct instance *a,
				 const struct instance *b)
{
	const struct pt_object *o = pointers_object(r->pt, a->obj);
	bool own = o->kind == OBJ_LOCAL ||
		   (o->kind == OBJ_VARIABLE &&
		    r->p->symbols.at[o->sym].flags & SYMF_THREAD_LOCAL);
	if (a->targets == 1 && b->targets == 1 && is_only_local(r, a->obj))
		return false; /* there is no other */
	if (are_by_one_pointer(r, a, b))
		return false;
	return own && ((is_unnamed(r, a) && is_unnamed(r, b)) ||
		       has_its_own(r, a) || has_its_own(r, b) ||
		       is_of_caller(r, a) || is_of_caller(r, b) ||
		       may_mean_another(r, a, b) || may_mean_another(r, b, a));
}

/* The thread-local variable whose number is the index of the element; 0: another one is. */
static path_id own_index(struct races *r, const struct instance *x)
{
	const struct paths *p = &r->t->paths;
	for (path_id at = x->path; path_is_step(path_at(p, at)); at = path_at(p, at)->a) {
		path_id index = path_at(p, at)->kind == PATH_INDEX ? path_at(p, at)->b : 0;
		path_id from = index ? loaded_from(r, x->thread, index) : 0;
		const struct path *root = path_at(p, path_at(p, from)->root);
		if (from && root->kind == PATH_SYMBOL &&
		    r->p->symbols.at[root->a].flags & SYMF_THREAD_LOCAL)
			return from;
	}
	return 0;
}

/* hits[tid]++: each thread may have another number there. */
static bool are_own_elements(struct races *r, const struct instance *a, const struct instance *b)
{
	path_id index = own_index(r, a);
	return index && index == own_index(r, b);
}

/* Nothing that we know gives its address to another thread. */
static bool may_be_kept(struct races *r, const struct instance *a, const struct instance *b)
{
	return (r->in->likely && !escape_may_be_shared(r->in->likely, a->obj)) ||
	       are_likely_own(r, a, b);
}

/* Objects leave their list under its lock, and are freed after that. What a thread was
 * given when it was created it has not found in a list. */
static bool is_removed(const struct races *r, const struct instance *freed,
		       const struct instance *other)
{
	return freed->kind == FREE && !freed->guards && other->guards &&
	       !(other->bound && came_with_argument(r, other) &&
		 thread_at(r->t, other->thread)->creator == freed->thread);
}

/* One of the few that do not hold what the rest holds for this field, or for this memory: which
 * object it is matters less. */
static bool is_outlier(struct races *r, const struct instance *a, const struct instance *b)
{
	if (a->outlier || b->outlier)
		return a->outlier == b->outlier && a->deviates != b->deviates;
	return is_exception(r, a, b);
}

/* What KCSAN, as it is set up by default, takes for atomic too. */
static bool is_plain_write(const struct races *r, const struct instance *a,
			   const struct instance *b)
{
	enum { WORD = 8 };
	return r->p->kernel && a->kind == WRITE && !(a->flags & ACCESSF_ATOMIC) && a->size &&
	       a->size <= WORD && !(a->flags & ACCESSF_BITFIELD) && b->kind == READ &&
	       b->flags & ACCESSF_ATOMIC;
}

/* What the one holds is declared as another lock than the custom for this field, and if both
 * hold such a one, fewer functions do: it is for something else. */
static bool is_other_lock(const struct races *r, uint32_t outlier, const path_id names[2])
{
	uint32_t custom = r->outlying.list.at[outlier].class;
	uint32_t a = names[0] ? class_of_name(r, names[0]) : 0;
	uint32_t b = names[1] ? class_of_name(r, names[1]) : 0;
	return a && b && (a != custom || b != custom);
}

static const uint64_t vague_reasons =
	1ull << REASON_CLASS | 1ull << REASON_MANY_TARGETS | 1ull << REASON_TARGETS |
	1ull << REASON_OTHER_TYPE | 1ull << REASON_CLOSED | 1ull << REASON_GIVEN |
	1ull << REASON_ANY_OBJECT;

/* Who locks it elsewhere expects several threads. */
static const uint64_t alone_reasons =
	1ull << REASON_INTERFACE | 1ull << REASON_LOOPS | 1ull << REASON_RUN_HERE;

/* What a library keeps between calls. */
static uint64_t reasons_of_state(const struct races *r, const struct instance *a)
{
	const struct pt_object *x = pointers_object(r->pt, a->obj);
	uint32_t flags = x->kind == OBJ_VARIABLE ? r->p->symbols.at[x->sym].flags : 0;
	return bit_if(flags & SYMF_STATE, REASON_STATE) |
	       bit_if(flags & SYMF_STATE_KEPT, REASON_STATE_KEPT);
}

/* Both volatile; or one, and the other atomic: macros for atomics often read that way. */
static bool are_meant_atomic(const struct instance *a, const struct instance *b)
{
	const uint8_t meant = ACCESSF_VOLATILE | ACCESSF_ATOMIC;
	return a->flags & meant && b->flags & meant && (a->flags | b->flags) & ACCESSF_VOLATILE;
}

/* One of many objects that one place allocates. Who locks it himself, or has found it in what all
 * share, means one that others may find; but only by one name for it do both mean the same. */
static uint64_t reasons_of_many(struct races *r, uint64_t known, const struct instance *a,
				const struct instance *b)
{
	const uint64_t differ = 1ull << REASON_ANY_OBJECT;
	if (are_named_alike(r, a, b))
		return 0;
	if (is_locked_by_one(r, a, b))
		return 1ull << REASON_FOUND;
	if (may_be_apart(r, a, b))
		return 1ull << REASON_APART;
	if (known & vague_reasons & ~differ)
		return 1ull << REASON_WHICH;
	bool found = known & 1ull << REASON_FREED || are_found_alike(r, a, b) ||
		     is_half_locked(r, a, b);
	return 1ull << (found ? REASON_FOUND : REASON_OF_MANY);
}

static bool touches_several(const struct instance *x)
{
	return x->access->traits & TRAIT_BLOCK && (!x->size || x->size > sizeof(int64_t));
}

/* An element of an array that is a variable, or in one: which of them is not known. */
static bool may_be_elements(const struct races *r, const struct instance *a,
			    const struct instance *b)
{
	return pointers_object(r->pt, a->obj)->kind == OBJ_VARIABLE &&
	       pt_loc_is_folded(r->pt, (struct pt_loc){a->obj, a->offset}) &&
	       !are_named_alike(r, a, b) && !touches_several(a) && !touches_several(b);
}

/* Both have found the one pointer, whatever it points to. That it may point to anything leaves
 * the doubt that it does not to this, so that something else has to speak for the race. */
static uint64_t by_one_name(uint64_t known)
{
	const uint64_t many = 1ull << REASON_MANY_TARGETS | 1ull << REASON_CLASS;
	uint64_t left = known & ~(many | 1ull << REASON_TARGETS);
	return left | bit_if(known & many, REASON_TARGETS);
}

static void find_reasons(struct races *r, struct found *f)
{
	enum { WORD = 8 };
	const struct instance *a = &r->instances.at[f->a], *b = &r->instances.at[f->b];
	bool is_volatile = !r->p->kernel && a->size <= WORD && are_meant_atomic(a, b);
	path_id names[2] = {0};
	bool outlier = is_outlier(r, a, b);
	f->reasons = reasons_of_side(r, a) | reasons_of_side(r, b) | reasons_of_threads(r, a, b);
	if (are_named_alike(r, a, b) || are_found_in_one(r, a, b))
		f->reasons = by_one_name(f->reasons);
	if (outlier)
		f->reasons &= ~(vague_reasons | alone_reasons);
	if (f->reasons & 1ull << REASON_TARGETS && f->reasons & 1ull << REASON_CLOSED)
		f->reasons |= 1ull << REASON_GIVEN; /* one of several, of any caller */
	if (is_low(f->reasons))
		return; /* most are: the rest is worth its cost for the others */
	f->reasons |= reasons_of_locks(r, a, b, names) |
		     bit_if(is_volatile, REASON_VOLATILE) |
		     reasons_of_state(r, a) |
		     bit_if(is_plain_write(r, a, b) || is_plain_write(r, b, a),
			    REASON_PLAIN_WRITE) |
		     bit_if(may_be_own_variables(r, a, b), REASON_OF_EACH) |
		     bit_if(may_be_kept(r, a, b), REASON_KEPT) |
		     bit_if(are_found_on_processors(r, a, b), REASON_PROCESSOR) |
		     bit_if(goes_past_member(r, a, b) || goes_past_member(r, b, a),
			    REASON_PAST_MEMBER) |
		     bit_if(a->ending || b->ending, REASON_ENDING) |
		     bit_if(is_done_at_boot(r, a) || is_done_at_boot(r, b), REASON_BOOT) |
		     bit_if(is_removed(r, a, b) || is_removed(r, b, a), REASON_REMOVED) |
		     reasons_of_interface(r, a, b);
	f->reasons |= bit_if(may_be_dispatched_locked(r, a, b) || may_be_dispatched_locked(r, b, a),
			     REASON_DISPATCHED);
	if (outlier)
		f->reasons &= ~alone_reasons;
	if (a->outlier && outlier && is_other_lock(r, a->outlier, names))
		f->reasons &= ~(1ull << REASON_MAY_LOCK | 1ull << REASON_CONTAINER);
	/* whether it is the same lock, and the same object, is one doubt */
	f->reasons |= bit_if(outlier, REASON_OUTLIER) |
		      bit_if(!outlier && is_any_given(r, a, b), REASON_GIVEN);
	f->reasons |= bit_if(!outlier && !(f->reasons & 1ull << REASON_MAY_LOCK) &&
				     may_be_different_objects(r, a, b),
			     f->reasons & 1ull << REASON_TARGETS &&
					     !is_single_object(r, a->obj)
				     ? REASON_ANY_OF_ANY
				     : REASON_ANY_OBJECT);
	if (!outlier && !is_low(f->reasons) && is_one_of_many(r, a->obj))
		f->reasons |= reasons_of_many(r, f->reasons, a, b);
	f->reasons |= bit_if(!outlier && (may_be_elements(r, a, b) || are_own_elements(r, a, b)),
			     REASON_FOUND);
	f->may_lock = names[0];
}

/* Of the location at hand, which nobody treats as shared. */
static uint64_t reasons_of_custom(struct races *r, const struct found *f)
{
	const struct instance *a = &r->instances.at[f->a], *b = &r->instances.at[f->b];
	bool vague = doubt_of(f->reasons & ~(1ull << REASON_UNGUARDED), AXIS_MEMORY) > SLIGHT;
	bool freed = f->reasons & 1ull << REASON_FREED && is_allocated_once(r, a->obj);
	bool locked = f->reasons & 1ull << REASON_MAY_LOCK; /* both, if maybe not alike */
	if (!r->unguarded || is_handler(r, a) || is_handler(r, b) || freed || locked)
		return 0; /* that one side frees the only one there is, is one doubt */
	return bit_if(vague, REASON_NEVER_GUARDED) |
	       bit_if(!vague && is_object(r, a->obj), REASON_UNGUARDED);
}

static void rate(struct races *r, struct found *f)
{
	const struct instance *a = &r->instances.at[f->a], *b = &r->instances.at[f->b];
	f->reasons |= reasons_of_custom(r, f) |
		      bit_if(is_begun_before(r, a, b) || is_begun_before(r, b, a), REASON_SET_UP);
	f->confidence = confidence_of(f->reasons);
	score(r, f);
}

void rank_quickly(struct races *r, struct found *f)
{
	find_reasons(r, f);
	f->ranked = is_low(f->reasons);
	rate(r, f);
}

void rank_order(struct races *r, struct found *f)
{
	if (!f->ranked)
		f->reasons |= reasons_of_order(r, &r->instances.at[f->a],
					       &r->instances.at[f->b]);
	f->ranked = true;
	rate(r, f);
}

void rank_again(struct races *r, struct found *f)
{
	rate(r, f);
	f->ranked |= is_low(f->reasons);
}

bool rank_is_better(struct races *r, struct found *g, uint32_t least)
{
	if (first_veto(r, &r->instances.at[g->a], &r->instances.at[g->b], NULL) != VETO_COUNT)
		return false;
	rank_quickly(r, g);
	if (g->score <= least)
		return false;
	rank_order(r, g);
	return g->score > least;
}

struct found rank_fully(struct races *r, struct found f)
{
	enum { MAX_TRIES = 16 };
	const struct cluster *a = &r->clusters.at[r->instances.at[f.a].cluster];
	const struct cluster *b = &r->clusters.at[r->instances.at[f.b].cluster];
	uint32_t quick = f.score, tries = 0;
	rank_order(r, &f);
	for (uint32_t i = a->first; i < a->first + a->count; i++) {
		for (uint32_t j = a == b ? i : b->first; j < b->first + b->count; j++) {
			struct found g = {.a = i, .b = j, .start = f.start};
			if (f.score >= quick || tries++ == MAX_TRIES)
				return f;
			if (rank_is_better(r, &g, f.score))
				f = g;
		}
	}
	return f;
}

bool rank_is_low_by_order(const struct found *f)
{
	return f->confidence == CONFIDENCE_LOW && !is_low(f->reasons & ~order_reasons);
}
