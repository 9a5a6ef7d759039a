/* SPDX-License-Identifier: MIT */
/*
 * Closing paths: from the terms of one summary to the one table of this stage.
 * A formal becomes what the binding says, else its name from outside. Results
 * are remembered; points-to sets of closed paths too.
 */
#include <string.h>

#include "thread/internal.h"

struct closing {
	struct threads *threads;
	func_id func;
	binding_id binding;
};

static path_id close_formal(struct threads *t, func_id f, binding_id b, uint32_t formal)
{
	uint32_t n = b ? t->bindings.entries[b].size / (uint32_t)sizeof(path_id) : 0;
	if (formal < n && formal < MAX_BOUND) {
		const void *bytes = t->bindings.entries[b].bytes;
		path_id bound = ((const path_id *)bytes)[formal];
		if (bound)
			return bound;
	}
	return path_leaf(&t->paths, PATH_VALUE, f, VALUE_PARAM + formal);
}

static path_id close_leaf(void *context, struct paths *to, const struct paths *from,
			  path_id id)
{
	const struct closing *c = context;
	const struct path *x = path_at(from, id);
	if (x->kind == PATH_FORMAL)
		return close_formal(c->threads, c->func, c->binding, x->a);
	if (x->kind == PATH_INT)
		return path_int(to, x->imm);
	return path_leaf(to, x->kind, x->a, x->b);
}

/* What memory holds at that address when the function is entered, or has held since the thread was
 * created with it in its argument. */
static path_id close_load(void *context, struct paths *to, path_id address)
{
	const struct closing *c = context;
	const struct intern_entry *e = &c->threads->bindings.entries[c->binding];
	const path_id *at = (const path_id *)(const void *)e->bytes;
	uint32_t n = e->size / (uint32_t)sizeof(path_id);
	for (uint32_t i = KNOWN_AT; i + 1 < n; i += 2)
		if (at[i] == address)
			return at[i + 1];
	for (uint32_t i = CONTENT_AT; i + 1 < n && i < KNOWN_AT; i += 2)
		if (at[i] == address)
			return at[i + 1];
	return path_load(to, address);
}

static path_id close_now(struct threads *t, func_id f, binding_id b, path_id path)
{
	struct closing c = {t, f, b};
	struct path_binder binder = {.leaf = close_leaf, .context = &c};
	if (b)
		binder.load = close_load;
	return path_import(&t->paths, &summary_of(t, f)->paths, path, &binder);
}

path_id close_plain(struct threads *t, func_id f, path_id path)
{
	struct threads_memo *m = t->memo;
	if (!path)
		return 0;
	if (!m->closed[f])
		m->closed[f] = xcalloc(summary_of(t, f)->paths.list.n, sizeof(path_id));
	if (!m->closed[f][path])
		m->closed[f][path] = close_now(t, f, 0, path);
	return m->closed[f][path];
}

uint32_t number_of_bound(struct threads *t, func_id f, binding_id b)
{
	struct bound_funcs *x = &t->memo->bound_funcs;
	if (x->last && x->last_func == f && x->last_binding == b)
		return x->last;
	uint32_t number = map_get(&x->numbers, map_key2(f, b), 0);
	if (!number) {
		number = x->numbers.n + 1;
		map_put(&x->numbers, map_key2(f, b), number);
	}
	x->last_func = f;
	x->last_binding = b;
	return x->last = number;
}

path_id close_bound(struct threads *t, func_id f, binding_id b, path_id path)
{
	struct threads_memo *m = t->memo;
	if (!path || !b || !path_is_open(&summary_of(t, f)->paths, path))
		return close_plain(t, f, path);
	uint64_t key = map_key2(number_of_bound(t, f, b), path);
	path_id known = map_get(&m->bound, key, 0);
	if (!known) {
		known = close_now(t, f, b, path);
		map_put(&m->bound, key, known);
	}
	return known;
}

path_id threads_close_outside(struct threads *t, func_id f, path_id path)
{
	return close_plain(t, f, path);
}

path_id threads_close(struct threads *t, context_id c, path_id path)
{
	const struct context *x = context_at(t, c);
	return close_bound(t, x->func, x->binding, path);
}

path_id threads_close_call(struct threads *t, func_id f, const struct call *k, path_id path)
{
	const struct summary *s = summary_of(t, f), *g = summary_of(t, k->callee);
	uint64_t asked = path_is_open(&g->paths, path) ? path_formals(&g->paths, path) : 0;
	path_id at[BINDING_SIZE] = {0};
	for (uint32_t i = 0; i < MAX_BOUND && asked >> i; i++) {
		path_id arg = i < k->arg_count ? s->call_args.at[k->arg_first + i] : 0;
		if (!(asked >> i & 1))
			continue;
		if (!arg || path_is_open(&s->paths, arg))
			return 0;
		at[i] = close_plain(t, f, arg);
	}
	return asked && !(asked >> MAX_BOUND)
		       ? close_bound(t, k->callee, binding_of(t, at, BINDING_SIZE), path)
		       : 0;
}

bool path_is_global(const struct paths *p, path_id id)
{
	const struct path *x = path_at(p, id);
	uint8_t kind = path_at(p, x->root)->kind;
	return id && (kind == PATH_SYMBOL || kind == PATH_NAMED) && x->loads == 0 &&
	       !(x->flags & (PATHF_ANY | PATHF_VALUE | PATHF_RANGE));
}

bool path_is_of(const struct paths *p, path_id id, func_id f)
{
	while (id) {
		const struct path *x = path_at(p, id);
		if (x->kind == PATH_VALUE || x->kind == PATH_LOCAL || x->kind == PATH_HEAP)
			return x->a == f;
		if (x->kind < PATH_OFFSET)
			return false;
		if (path_has_two(x) &&
		    path_is_of(p, x->b, f))
			return true;
		id = x->a;
	}
	return false;
}

binding_id binding_of(struct threads *t, const path_id *at, uint32_t n)
{
	while (n > 0 && !at[n - 1])
		n--;
	return intern_bytes(&t->bindings, at, n * sizeof(*at));
}

uint32_t binding_load(const struct threads *t, binding_id b, path_id *at)
{
	if (!b)
		return 0;
	const struct intern_entry *e = &t->bindings.entries[b];
	memcpy(at, e->bytes, e->size);
	return e->size / (uint32_t)sizeof(*at);
}

static binding_id find_common(struct threads *t, binding_id a, binding_id b)
{
	path_id x[BINDING_SIZE] = {0}, y[BINDING_SIZE] = {0};
	binding_load(t, a, x);
	binding_load(t, b, y);
	size_t contents = (KNOWN_AT - CONTENT_AT) * sizeof(x[0]);
	x[GIVEN_AT] |= y[GIVEN_AT];
	x[OWN_AT] &= y[OWN_AT];
	x[TAKEN_AT] |= y[TAKEN_AT];
	x[APART_AT] &= y[APART_AT];
	if (memcmp(x + CONTENT_AT, y + CONTENT_AT, contents) != 0)
		memset(x + CONTENT_AT, 0, contents);
	for (uint32_t i = 0; i < GIVEN_AT; i++)
		x[i] = x[i] == y[i] ? x[i] : 0;
	for (uint32_t i = KNOWN_AT; i < BINDING_SIZE; i += 2) {
		if (x[i] == y[i] && x[i + 1] == y[i + 1])
			continue;
		x[i] = x[i + 1] = 0;
		x[OWN_AT] &= ~(1u << (OWN_KNOWN + (i - KNOWN_AT) / 2));
	}
	return binding_of(t, x, BINDING_SIZE);
}

binding_id binding_common(struct threads *t, binding_id a, binding_id b)
{
	struct map *known = &t->memo->meetings.bindings;
	if (a == b || !a || !b)
		return a == b ? a : 0;
	uint32_t common = map_get(known, map_key2(a, b), 0);
	if (!common) {
		common = find_common(t, a, b) + 1;
		map_put(known, map_key2(a, b), common);
	}
	return common - 1;
}

/* What it binds the formal to; 0: to nothing. */
static path_id bound_at(const struct threads *t, binding_id b, uint32_t formal)
{
	if (!b)
		return 0;
	const struct intern_entry *e = &t->bindings.entries[b];
	const path_id *at = (const path_id *)(const void *)e->bytes;
	return e->size > formal * sizeof(*at) ? at[formal] : 0;
}

path_id threads_bound(const struct threads *t, binding_id b, uint32_t formal)
{
	return bound_at(t, b, formal);
}

uint32_t threads_bound_count(const struct threads *t, binding_id b)
{
	uint32_t n = b ? t->bindings.entries[b].size / (uint32_t)sizeof(path_id) : 0;
	return n < MAX_BOUND ? n : MAX_BOUND;
}

bool binding_is_same_for(const struct threads *t, binding_id a, binding_id b, uint64_t formals)
{
	for (uint32_t i = 0; i < MAX_BOUND && formals >> i; i++)
		if (formals >> i & 1 && bound_at(t, a, i) != bound_at(t, b, i))
			return false;
	return true;
}

/* Is that path made of a formal, or of what is known in memory, that has its bit there? */
static bool has_bit_at(struct threads *t, context_id c, path_id path, uint32_t where)
{
	func_id f = context_at(t, c)->func;
	binding_id b = context_at(t, c)->binding;
	uint32_t own = bound_at(t, b, where);
	const struct paths *p = &summary_of(t, f)->paths;
	while (path_at(p, path)->kind == PATH_OFFSET || path_at(p, path)->kind == PATH_INDEX)
		path = path_at(p, path)->a;
	const struct path *x = path_at(p, path);
	if (x->kind == PATH_FORMAL)
		return x->a < MAX_BOUND && own >> x->a & 1;
	path_id address = own && x->kind == PATH_LOAD ? close_bound(t, f, b, x->a) : 0;
	for (uint32_t i = 0; i < MAX_KNOWN && address; i++)
		if (bound_at(t, b, KNOWN_AT + 2 * i) == address)
			return own >> (OWN_KNOWN + i) & 1;
	return false;
}

bool threads_is_own(struct threads *t, context_id c, path_id path)
{
	return has_bit_at(t, c, path, OWN_AT);
}

bool threads_is_taken(struct threads *t, context_id c, path_id path)
{
	return has_bit_at(t, c, path, TAKEN_AT);
}

uint32_t binding_given(const struct threads *t, binding_id b)
{
	const struct intern_entry *e = &t->bindings.entries[b];
	const path_id *at = (const path_id *)(const void *)e->bytes;
	return b && e->size > GIVEN_AT * sizeof(*at) ? at[GIVEN_AT] : 0;
}

bool threads_was_given(const struct threads *t, context_id c, path_id path)
{
	const struct context *x = context_at(t, c);
	uint64_t formals = path_formals(&summary_of(t, x->func)->paths, path);
	return formals && (!x->parent || formals & binding_given(t, x->binding));
}

static void forget_set(path_sets *known, path_id path)
{
	pt_set_free(known->at[path]);
	free(known->at[path]);
	known->at[path] = NULL;
}

/* From the first step whose base is known, or is none: many paths have their first steps in
 * common. What is loaded on the way is kept, the rest is found again in no time. */
static void find_set(struct threads *t, path_sets *known, path_id path, bool copies)
{
	path_id steps[UINT8_MAX + 1], base = 0;
	uint32_t n = 0, count;
	do {
		const struct path *x = path_at(&t->paths, path);
		steps[n++] = path;
		base = path_is_step(x) && !path_is_number(x) ? x->a : 0;
		path = base;
	} while (base && !known->at[base] && n <= UINT8_MAX);
	for (count = n; n > 0;) {
		struct pt_set *s = xcalloc(1, sizeof(*s));
		s->copies = copies;
		path_points_by(&t->paths, steps[--n], t->in.pointers,
			       base ? known->at[base] : NULL, s);
		vec_trim(&s->locs);
		known->at[base = steps[n]] = s;
	}
	for (uint32_t i = 1; i < count; i++)
		if (path_at(&t->paths, steps[i])->kind != PATH_LOAD)
			forget_set(known, steps[i]);
}

static const struct pt_set *set_of_path(struct threads *t, path_sets *known, path_id path,
					bool copies)
{
	while (known->n <= path)
		vec_push(known, NULL);
	if (!known->at[path])
		find_set(t, known, path, copies);
	return known->at[path];
}

const struct pt_set *threads_points_to(struct threads *t, path_id path)
{
	return set_of_path(t, &t->memo->points_to, path, false);
}

const struct pt_set *threads_copies_of(struct threads *t, path_id path)
{
	return set_of_path(t, &t->memo->copies, path, true);
}

bool threads_are_copies_apart(struct threads *t, path_id x, path_id y)
{
	if (!x || !y || x == y)
		return false;
	const struct pt_set *a = threads_copies_of(t, x);
	return pt_sets_apart(t->in.pointers, a, threads_copies_of(t, y));
}

static bool points_to_function(struct threads *t, path_id path, sym_id function)
{
	sym_id found[64];
	const struct pt_set *s = threads_points_to(t, path);
	uint32_t n = pointers_functions(t->in.pointers, s, found, 64);
	for (uint32_t i = 0; i < n && i < 64; i++) {
		if (ir_resolve_alias(t->in.program, found[i]) == function)
			return true;
	}
	return n == 0 || n > 64 || s->unknown;
}

bool threads_may_be_function(struct threads *t, path_id path, sym_id function)
{
	const struct path *x = path_at(&t->paths, path);
	const struct program *p = t->in.program;
	function = ir_resolve_alias(p, function);
	if (x->kind == PATH_SYMBOL || x->kind == PATH_INT)
		return x->kind == PATH_SYMBOL && ir_resolve_alias(p, x->a) == function;
	uint64_t key = map_key2(path, function);
	uint32_t known = map_get(&t->memo->functions, key, 2);
	if (known == 2) {
		known = points_to_function(t, path, function);
		map_put(&t->memo->functions, key, known);
	}
	return known;
}

bool call_is_possible(struct threads *t, func_id f, binding_id b, const struct call *k)
{
	path_id p = close_bound(t, f, b, k->pointer);
	return !p || threads_may_be_function(t, p, t->in.program->funcs.at[k->callee].sym);
}

/* Were the pointers to them found in two words that never hold the same (summary/sole.h)? */
static bool are_found_apart(struct threads *t, path_id a, path_id b)
{
	path_id x = path_loaded_from(&t->paths, a), y = path_loaded_from(&t->paths, b);
	return x && y && x != y &&
	       sole_words_apart(&t->in.summaries->sole, threads_points_to(t, x),
				threads_points_to(t, y));
}

bool locks_may_alias(struct threads *t, path_id a, path_id b)
{
	if (a == b)
		return true;
	if (path_is_global(&t->paths, a) && path_is_global(&t->paths, b))
		return false;
	uint64_t key = a < b ? map_key2(a, b) : map_key2(b, a);
	uint32_t known = map_get(&t->memo->overlap, key, 2);
	if (known == 2) {
		const struct pt_set *x = threads_points_to(t, a);
		known = pt_sets_overlap(t->in.pointers, x, 1, threads_points_to(t, b), 1) &&
			!are_found_apart(t, a, b) && !threads_are_copies_apart(t, a, b);
		map_put(&t->memo->overlap, key, known);
	}
	return known;
}
