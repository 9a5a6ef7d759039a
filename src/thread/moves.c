/* SPDX-License-Identifier: MIT */
/*
 * Moves: what a function's calls do to what was held, passed and bound when it was
 * entered. That is the same for all threads that come there in the same state, so it is
 * found once for all of them; what runs is each thread's own (context.c).
 */
#include "thread/internal.h"

/* ---- what formals are bound to ---- */

/* What the thread has been given, if that tells its executions apart; or 0. */
static path_id own_root(const struct threads *t, thread_id id)
{
	path_id root = path_at(&t->paths, thread_at(t, id)->argument)->root;
	uint8_t kind = path_at(&t->paths, root)->kind;
	return kind == PATH_HEAP || kind == PATH_LOCAL ? root : 0;
}

static bool is_own_name(const struct threads *t, thread_id id, path_id p)
{
	const struct path *at = path_at(&t->paths, p);
	return at->flags & PATHF_RANGE || (at->root && at->root == own_root(t, id));
}

/* What the thread's argument held goes down with it. */
static void bind_contents(const struct threads *t, binding_id from, path_id *at)
{
	if (!from)
		return;
	const struct intern_entry *e = &t->bindings.entries[from];
	const path_id *old = (const path_id *)(const void *)e->bytes;
	uint32_t n = e->size / (uint32_t)sizeof(path_id);
	for (uint32_t i = CONTENT_AT; i < n && i < KNOWN_AT; i++)
		at[i] = old[i];
}

/* A name that outlives the call, or 0. Of functions it is only asked which they may be, and
 * what the caller's value may be is less than what all callers may pass. */
static path_id lasting_name(const struct threads *t, context_id c, const struct call *k,
			    uint32_t formal, path_id p)
{
	uint64_t bit = UINT64_C(1) << formal;
	const struct path *x = path_at(&t->paths, p);
	bool wanted = t->memo->wanted[k->callee] & bit;
	if (!wanted && !(t->memo->needed[k->callee] & bit) &&
	    !is_own_name(t, context_at(t, c)->thread, p))
		return 0;
	bool any_value = wanted || t->memo->called[k->callee] & bit;
	return (x->kind == PATH_INT && !wanted) || (x->flags & PATHF_VALUE && !any_value) ||
			       path_is_of(&t->paths, p, k->callee)
		       ? 0
		       : p;
}

/* An argument that lies in what another one points to, f(p, &p->lock), is named by
 * that formal, the callee's own name for it; or like it, when it has a lasting name. */
static path_id name_by_other(struct threads *t, func_id callee, const path_id *args,
			     uint32_t n, uint32_t formal, uint64_t lasting)
{
	path_id base, other;
	int64_t offset = path_split_offset(&t->paths, args[formal], &base);
	for (uint32_t i = 0; i < n && args[formal]; i++) {
		int64_t k = path_split_offset(&t->paths, args[i], &other);
		if (i == formal || other != base ||
		    path_at(&t->paths, base)->flags & PATHF_ANY ||
		    path_at(&t->paths, base)->kind == PATH_INT)
			continue;
		if (lasting & UINT64_C(1) << i)
			return args[formal];
		if (offset > k || (offset == k && i < formal))
			return path_offset(&t->paths,
					   path_leaf(&t->paths, PATH_VALUE, callee,
						     VALUE_PARAM + i),
					   offset - k);
	}
	return 0;
}

/* Nobody else can reach what p leads to, and nothing has let it out since we were called. */
static bool is_still_own(struct threads *t, context_id c, path_id p, bool out)
{
	return !out && threads_is_own(t, c, p);
}

/* What memory holds that the accesses ask for that are looked at there, and below. */
static bool bind_known(struct threads *t, context_id c, const struct call *k, path_id *at)
{
	const struct summary *s = summary_of(t, context_at(t, c)->func);
	bool any = false;
	for (uint32_t i = 0; i < k->known_count && t->memo->wanted[k->callee]; i++) {
		const struct content *x = &s->known.at[k->known_first + i];
		bool own = k->own >> (OWN_KNOWN + i) & 1 ||
			   (x->value &&
			    is_still_own(t, c, x->value, k->out >> (OWN_KNOWN + i) & 1));
		path_id address = x->address ? threads_close(t, c, x->address) : 0;
		path_id value = x->value ? threads_close(t, c, x->value) : 0;
		if (address && (!value || path_is_of(&t->paths, value, k->callee)))
			value = path_load(&t->paths, address);
		if (!address || (value == path_load(&t->paths, address) && !own))
			continue;
		at[KNOWN_AT + 2 * i] = address;
		at[KNOWN_AT + 2 * i + 1] = value;
		if (own)
			at[OWN_AT] |= 1u << (OWN_KNOWN + i);
		if (k->taken >> (OWN_KNOWN + i) & 1 ||
		    (x->value && threads_is_taken(t, c, x->value)))
			at[TAKEN_AT] |= 1u << (OWN_KNOWN + i);
		any = true;
	}
	return any;
}

/* What the callee's formals are bound to. */
static binding_id bind_callee(struct threads *t, context_id c, const struct call *k)
{
	const struct context x = *context_at(t, c);
	const struct summary *s = summary_of(t, x.func);
	const struct decided *d = &t->memo->decided;
	uint64_t asked = t->memo->needed[k->callee] | t->memo->wanted[k->callee] |
			 t->memo->choosing[k->callee];
	uint64_t decides = d->own[k->callee] | d->passed[k->callee];
	path_id at[BINDING_SIZE] = {0}, args[MAX_BOUND] = {0};
	uint32_t n = k->arg_count < MAX_BOUND ? k->arg_count : MAX_BOUND;
	uint64_t lasting = 0;
	bool any = false;
	if (!asked && !decides && !d->asked[k->callee])
		return 0;
	at[APART_AT] = formals_apart(t, c, k);
	for (uint32_t j = 0; j < n; j++)
		args[j] = threads_close(t, c, s->call_args.at[k->arg_first + j]);
	for (uint32_t j = 0; j < n; j++) {
		if (!args[j] || !(asked & UINT64_C(1) << j))
			continue;
		at[j] = lasting_name(t, c, k, j, args[j]);
		if (path_at(&t->paths, args[j])->kind == PATH_INT &&
		    t->memo->choosing[k->callee] & UINT64_C(1) << j)
			at[j] = args[j];
		if (at[j])
			lasting |= UINT64_C(1) << j;
	}
	for (uint32_t j = 0; j < n; j++) {
		if (!at[j] && args[j] && asked & UINT64_C(1) << j)
			at[j] = name_by_other(t, k->callee, args, n, j, lasting);
		if (at[j] && threads_was_given(t, c, s->call_args.at[k->arg_first + j]))
			at[GIVEN_AT] |= 1u << j;
		any |= at[j] != 0;
	}
	for (uint32_t j = 0; j < n && t->memo->wanted[k->callee]; j++) {
		path_id arg = s->call_args.at[k->arg_first + j];
		if (k->own >> j & 1 || is_still_own(t, c, arg, k->out >> j & 1))
			at[OWN_AT] |= 1u << j;
		if (k->taken >> j & 1 || threads_is_taken(t, c, arg))
			at[TAKEN_AT] |= 1u << j;
	}
	any |= bind_known(t, c, k, at);
	if (any)
		bind_contents(t, x.binding, at);
	decides = decides ? numbers_that_decide(t, k->callee, args) : 0;
	for (uint32_t j = 0; j < n; j++)
		if (decides >> j & 1)
			at[j] = args[j];
	return binding_of(t, at, BINDING_SIZE);
}

/* ---- calls that are not made ---- */

/* Is it, by all names of the pointer? 'below': as in struct pointed, which the call leads to. */
static bool is_ruled_out(const struct threads *t, const struct context *x, const struct call *k,
			 uint32_t below)
{
	const struct summary *s = summary_of(t, x->func);
	bool found = false;
	for (uint32_t i = 0; x->ruled_out && i < s->pointed.n; i++) {
		const struct pointed *p = &s->pointed.at[i];
		if (p->inst != k->inst || p->callee != k->callee || p->below != below)
			continue;
		if (!set_has(t, x->ruled_out, i))
			return false;
		found = true;
	}
	return found;
}

/* Of the callee's: what this call rules out, and what is ruled out already here. */
static set_id ruled_out_below(struct threads *t, context_id c, const struct call *k)
{
	const struct context x = *context_at(t, c);
	const struct summary *s = summary_of(t, x.func);
	uint32_t n = summary_of(t, k->callee)->pointed.n, count = 0;
	if (!n || (!k->ruled_count && !x.ruled_out))
		return 0;
	uint32_t *at = xmalloc((n + k->ruled_count) * sizeof(*at));
	for (uint32_t i = 0; i < k->ruled_count; i++)
		at[count++] = s->ruled_out.at[k->ruled_first + i];
	for (uint32_t i = 0; i < n; i++)
		if (is_ruled_out(t, &x, k, i + 1))
			at[count++] = i;
	set_id set = set_of(t, at, count);
	free(at);
	return set;
}

/* ---- moves ---- */

static void add_move(struct threads *t, context_id c, uint32_t call)
{
	const struct context x = *context_at(t, c);
	const struct call *k = &summary_of(t, x.func)->calls.at[call];
	sym_id callee = t->in.program->funcs.at[k->callee].sym;
	if (!t->memo->interesting[k->callee] || !threads_comes_to(t, c, k->inst) ||
	    !call_is_possible(t, x.func, x.binding, k) ||
	    is_left_to_main(t, x.thread, x.func, k->lockset) || is_ruled_out(t, &x, k, 0))
		return;
	struct move m = {.call = call, .guards = guards_enter(t, c, k),
			 .lost = lost_enter(t, c, k)};
	m.phases = threads_phases_at(t, c, k->ordering);
	m.binding = bind_callee(t, c, k);
	m.ruled_out = ruled_out_below(t, c, k);
	m.guess = (uint8_t)pointers_guess(t->in.pointers, x.func, k->inst, callee);
	vec_push(&t->memo->moves, m);
}

/* Which calls are one of several that one instruction may make: they stand together. */
static void mark_unclear(struct threads *t, func_id f, const struct moves *all)
{
	const struct summary *s = summary_of(t, f);
	for (uint32_t i = 1; i < all->count; i++) {
		struct move *x = &t->memo->moves.at[all->first + i - 1], *y = x + 1;
		const struct call *a = &s->calls.at[x->call], *b = &s->calls.at[y->call];
		if (a->inst == b->inst && a->callee != b->callee)
			x->unclear = y->unclear = true;
	}
}

/* All that the moves of a context depend on. */
static uint32_t state_of(struct threads *t, context_id c)
{
	const struct context *x = context_at(t, c);
	uint32_t key[] = {x->func, x->guards, x->lost, x->phases, x->binding, x->ruled_out,
			  own_root(t, x->thread),
			  thread_at(t, x->thread)->origin == ORIGIN_FORK, !x->parent};
	return intern_bytes(&t->memo->states, key, sizeof(key));
}

struct moves moves_of(struct threads *t, context_id c)
{
	struct threads_memo *m = t->memo;
	uint32_t id = state_of(t, c), calls = summary_of(t, context_at(t, c)->func)->calls.n;
	while (m->moves_at.n <= id)
		vec_push(&m->moves_at, ((struct moves){.known = false}));
	if (m->moves_at.at[id].known)
		return m->moves_at.at[id];
	struct moves all = {.first = m->moves.n, .known = true};
	for (uint32_t i = 0; i < calls; i++)
		add_move(t, c, i);
	all.count = m->moves.n - all.first;
	mark_unclear(t, context_at(t, c)->func, &all);
	m->moves_at.at[id] = all;
	return all;
}

void moves_free(struct threads_memo *m)
{
	intern_free(&m->states);
	vec_free(&m->moves_at);
	vec_free(&m->moves);
}
