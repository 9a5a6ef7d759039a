/* SPDX-License-Identifier: MIT */
/*
 * Which threads create each other? Work items that schedule each other have as many ways
 * from one to the next as there are orders of them. So the threads are first looked at
 * without asking who creates them: what a thread does, and so whom it creates, depends on
 * its entry, its argument and the functions and variables that this points to. These are
 * its kind; kinds that create each other are a cycle, a strong component of the graph.
 * Behind that, what a function calls and creates does not depend on who has come there, but on the
 * numbers that it is given: so it is visited once for these, and stands in the graph between the
 * threads that come to it and those that it creates.
 * Then the threads are looked for once more, and what one of a cycle creates in the same
 * cycle is one thread for each kind, with as many ways to it as there are.
 *
 * What is created by others from outside stays a thread for itself: between that and what
 * comes later there is order. Inside a cycle there is none that could be lost.
 *
 * Of those that nobody waits for, that were given nothing of their own, and of which any number
 * may run, or that main runs in its loop, not even the kinds are told apart: whoever
 * of the cycle is there, all may be there. They are one thread that begins in several ways,
 * also if it was main that has started them. So what they come to in common is looked at once.
 *
 * Callbacks and handlers of one kind are one thread as well, whoever asks for them, but for
 * what roots ask for: what main does before and after that is told apart. In an event loop
 * every callback may ask for every other. Who may meet it is known from 'tops'.
 */
#include <stdlib.h>
#include <string.h>

#include "ir/edges.h"
#include "pointer/scc.h"
#include "thread/internal.h"

/* ---- kinds ---- */

typedef VEC(uint32_t) words;

static void add_kind(const struct threads *t, const struct thread *x, words *out)
{
	vec_push(out, x->origin);
	vec_push(out, x->entry);
	vec_push(out, x->param);
	vec_push(out, x->argument);
	for (uint32_t i = 0; i < x->content_count; i++) {
		const struct content *c = &t->contents.at[x->content_first + i];
		if (!path_is_global(&t->paths, c->value))
			continue;
		vec_push(out, c->address);
		vec_push(out, c->value);
	}
}

/* The kind's number, which it gets now if it is new. */
static uint32_t kind_of(struct threads *t, const struct thread *x)
{
	struct cycles *c = &t->memo->cycles;
	words key = {0};
	add_kind(t, x, &key);
	uint32_t id = intern_bytes(&c->kinds, key.at, key.n * sizeof(*key.at));
	while (c->thread_of.n <= id)
		vec_push(&c->thread_of, 0);
	vec_free(&key);
	return id;
}

thread_id thread_of_kind(struct threads *t, const struct thread *x)
{
	uint32_t kind = kind_of(t, x);
	return t->memo->cycles.thread_of.at[kind];
}

void note_thread_of_kind(struct threads *t, const struct thread *x, thread_id id)
{
	uint32_t kind = kind_of(t, x);
	t->memo->cycles.thread_of.at[kind] = id;
}

/* ---- cycles ---- */

/* The graph's nodes: threads, and functions as they are visited. */
static uint32_t of_thread(thread_id id)
{
	return 2 * id;
}

static uint32_t of_visit(uint32_t visit)
{
	return 2 * visit + 1;
}

static void add_edge(struct threads *t, uint32_t from, uint32_t to)
{
	vec_push(&t->memo->cycles.edges, ((struct creation_edge){from, to}));
}

void note_creation(struct threads *t, thread_id id)
{
	add_edge(t, of_visit(t->memo->cycles.visit), of_thread(id));
}

/* Who creates whom, as a graph. */
static struct scc_graph graph_of_creations(const struct threads *t)
{
	const struct cycles *c = &t->memo->cycles;
	uint32_t last = t->list.n > c->visits.n ? t->list.n : c->visits.n, n = 2 * last;
	uint32_t *at = xcalloc(n + 2, sizeof(*at));
	uint32_t *to = xcalloc(c->edges.n + 1, sizeof(*to));
	for (uint32_t i = 0; i < c->edges.n; i++)
		at[c->edges.at[i].from + 2]++;
	for (uint32_t i = 2; i < n + 2; i++)
		at[i] += at[i - 1];
	for (uint32_t i = 0; i < c->edges.n; i++)
		to[at[c->edges.at[i].from + 1]++] = c->edges.at[i].to;
	return (struct scc_graph){n, at, to};
}

static void find_cycles(struct threads *t)
{
	struct cycles *c = &t->memo->cycles;
	struct scc_graph g = graph_of_creations(t);
	uint32_t *component = xcalloc(g.n, sizeof(*component));
	uint32_t *size = xcalloc(scc_find(&g, component) + 1, sizeof(*size));
	for (thread_id id = 1; id < t->list.n; id++)
		size[component[of_thread(id)]]++;
	for (uint32_t kind = 0; kind < c->thread_of.n; kind++) {
		uint32_t in = component[of_thread(c->thread_of.at[kind])];
		vec_push(&c->cycle_of,
			 c->thread_of.at[kind] && size[in] > 1 ? in + 1 : 0);
	}
	free(component);
	free(size);
	free((void *)(uintptr_t)g.at);
	free((void *)(uintptr_t)g.to);
}

/* ---- the functions that they go through ---- */

static struct ir_numbers numbers_given(const struct cycles *c, const struct visit *v)
{
	struct ir_numbers out = {0};
	if (v->given)
		memcpy(&out, intern_at(&c->numbers, v->given), sizeof(out));
	return out;
}

static uint32_t add_visit(struct threads *t, struct visit v)
{
	struct cycles *c = &t->memo->cycles;
	struct map *visit_at = v.begins ? &c->beginning_at : &c->visit_at;
	uint64_t key = map_key2(v.func, v.begins ? v.begins : v.given);
	uint32_t known = map_get(visit_at, key, 0);
	if (known)
		return known;
	map_put(visit_at, key, c->visits.n);
	vec_push(&c->visits, v);
	return c->visits.n - 1;
}

/* From what is visited now. */
static void visit_callee(struct threads *t, const struct call *k,
			 const struct ir_numbers *given)
{
	struct cycles *c = &t->memo->cycles;
	struct visit v = {.func = k->callee};
	struct ir_numbers passed;
	threads_pass_numbers(t, c->visits.at[c->visit].func, given, k, &passed);
	if (passed.known && c->numbers_of[k->callee] < MAX_NUMBERS)
		v.given = intern_bytes(&c->numbers, &passed, sizeof(passed));
	uint32_t had = c->visits.n, to = add_visit(t, v);
	c->numbers_of[k->callee] += to == had;
	add_edge(t, of_visit(c->visit), of_visit(to));
}

static bool is_reached(const struct threads *t, func_id f, const bool *reached, uint32_t inst)
{
	const struct program *p = t->in.program;
	return !reached || reached[ir_block_of(p, &p->funcs.at[f], inst)];
}

static void visit(struct threads *t, uint32_t number)
{
	struct cycles *c = &t->memo->cycles;
	struct visit v = c->visits.at[number];
	struct ir_numbers given = numbers_given(c, &v);
	const bool *reached = threads_reached_for(t, v.func, &given);
	const struct summary *s = summary_of(t, v.func);
	binding_id b = certain_binding(t, v.begins, v.func);
	c->visit = number;
	for (uint32_t i = 0; i < s->forks.n; i++) {
		const struct fork *k = &s->forks.at[i];
		if (fork_starts_here(t, v.begins, v.func, k) &&
		    is_reached(t, v.func, reached, fork_site(k)))
			start_fork(t, v.begins, v.func, i);
	}
	for (uint32_t i = 0; i < s->calls.n; i++) {
		const struct call *k = &s->calls.at[i];
		if (summary_of(t, k->callee)->may_fork &&
		    call_is_possible(t, v.func, b, k) &&
		    is_reached(t, v.func, reached, k->inst))
			visit_callee(t, k, &given);
	}
}

/* What it comes to where it begins is asked again if it has turned out to stand for more. */
static void begin(struct threads *t, thread_id id, func_id entry)
{
	struct cycles *c = &t->memo->cycles;
	uint32_t had = c->visits.n;
	uint32_t number = add_visit(t, (struct visit){.func = entry, .begins = id});
	if (number == had)
		add_edge(t, of_thread(id), of_visit(number));
	else
		visit(t, number);
}

static void begin_thread(struct threads *t, thread_id id)
{
	if (thread_at(t, id)->origin != ORIGIN_ENTRY)
		begin(t, id, thread_at(t, id)->entry);
	for (uint32_t i = 0; thread_at(t, id)->origin == ORIGIN_ENTRY && i < t->entries.n; i++)
		begin(t, id, t->entries.at[i]);
}

static void begin_widened(struct threads *t, thread_id last)
{
	struct threads_memo *m = t->memo;
	uint32_t kept = 0, n = m->widened.n;
	for (uint32_t i = 0; i < n; i++)
		if (m->widened.at[i] <= last)
			begin_thread(t, m->widened.at[i]);
	for (uint32_t i = n; i < m->widened.n; i++)
		m->widened.at[kept++] = m->widened.at[i];
	m->widened.n = kept;
}

static void visits_free(struct cycles *c)
{
	vec_free(&c->visits);
	vec_free(&c->edges);
	map_free(&c->visit_at);
	map_free(&c->beginning_at);
	intern_free(&c->numbers);
	free(c->numbers_of);
	c->numbers_of = NULL;
}

void look_for_cycles(struct threads *t)
{
	struct cycles *c = &t->memo->cycles;
	c->numbers_of = xcalloc(t->in.summaries->n, sizeof(*c->numbers_of));
	vec_push(&c->visits, ((struct visit){0}));
	c->looking = true;
	uint32_t next = 1;
	for (thread_id id = 1; id < t->list.n; id++) {
		begin_thread(t, id);
		while (next < c->visits.n || t->memo->widened.n) {
			for (; next < c->visits.n; next++)
				visit(t, next);
			begin_widened(t, id);
		}
	}
	find_cycles(t);
	c->looking = false;
	visits_free(c);
}

/* ---- one thread for each cycle, or kind ---- */

uint32_t cycle_of(struct threads *t, const struct thread *x)
{
	const struct cycles *c = &t->memo->cycles;
	uint32_t kind = kind_of(t, x);
	return kind < c->cycle_of.n ? c->cycle_of.at[kind] : 0;
}

/* ---- one thread for a kind ---- */

/* A callback that nobody waits for does the same whoever has asked for it. What the creator has
 * made is another object for each. */
static bool is_callback(const struct threads *t, const struct thread *x)
{
	uint8_t root = path_at(&t->paths, path_at(&t->paths, x->argument)->root)->kind;
	return (x->origin == ORIGIN_LATER || x->origin == ORIGIN_SIGNAL) && !x->id &&
	       !x->id_address && root != PATH_HEAP && root != PATH_LOCAL;
}

bool is_created_in_cycle(const struct threads *t, const struct thread *x)
{
	return x->cycle && thread_at(t, x->creator)->cycle == x->cycle;
}

/* Has it been made by the creator, or does it lie with one thread? */
static bool is_of_creator(const struct threads *t, path_id path)
{
	const struct path *root = path_at(&t->paths, path_at(&t->paths, path)->root);
	if (root->kind == PATH_SYMBOL)
		return t->in.program->symbols.at[root->a].flags & SYMF_THREAD_LOCAL;
	return root->kind == PATH_HEAP || root->kind == PATH_LOCAL ||
	       path_at(&t->paths, path)->flags & PATHF_RANGE;
}

/* Does it own something, by what it was given, that others of its kind do not have? */
static bool is_given_its_own(const struct threads *t, const struct thread *x)
{
	if (x->flags & (FORKF_ARG_FRESH | FORKF_ARG_OWN | FORKF_ARG_NEW) ||
	    is_of_creator(t, x->argument))
		return true;
	for (uint32_t i = 0; i < x->content_count; i++) {
		const struct content *c = &t->contents.at[x->content_first + i];
		if (is_of_creator(t, c->address) || is_of_creator(t, c->value))
			return true;
	}
	return false;
}

/* May any number run at once? Or is it main that does all of it, one after the other? */
static bool is_many_or_main(const struct threads *t, const struct thread *x)
{
	if (x->origin == ORIGIN_LATER)
		return x->flags & FORKF_MANY || (x->flags & FORKF_IN_LOOP && t->main_runs_loop);
	return x->origin == ORIGIN_FORK && x->flags & FORKF_DETACHED &&
	       !(x->flags & 3 * FORKF_SERIAL);
}

bool is_like_its_cycle(const struct threads *t, const struct thread *x)
{
	bool awaited = x->id || x->id_address ||
		       x->flags & (FORKF_ID_RETURNED | FORKF_ID_IN_ARGUMENT);
	return x->cycle && !awaited && is_many_or_main(t, x) && !is_given_its_own(t, x);
}

/* Where the thread is noted that stands for all of the kind, or of the cycle; 0: nowhere. */
static uint32_t place_of(struct threads *t, const struct thread *x)
{
	struct cycles *c = &t->memo->cycles;
	words key = {0};
	bool of_cycle = is_like_its_cycle(t, x);
	if (!of_cycle && !is_callback(t, x) && !is_created_in_cycle(t, x))
		return 0;
	vec_push(&key, of_cycle ? x->cycle : 0);
	vec_push(&key, x->origin);
	if (!of_cycle)
		add_kind(t, x, &key);
	vec_push(&key, of_cycle ? x->flags & ~(uint32_t)FORKF_LOOP : x->flags);
	vec_push(&key, (uint32_t)x->id_from_argument);
	uint32_t id = intern_bytes(&c->places, key.at, key.n * sizeof(*key.at));
	while (c->thread_at.n <= id)
		vec_push(&c->thread_at, 0);
	vec_free(&key);
	return id;
}

thread_id thread_for_all(struct threads *t, const struct thread *x)
{
	bool by_root = !thread_at(t, x->creator)->creator;
	uint32_t place = by_root && !is_like_its_cycle(t, x) ? 0 : place_of(t, x);
	return place ? t->memo->cycles.thread_at.at[place] : 0;
}

void note_for_all(struct threads *t, thread_id id)
{
	const struct thread x = *thread_at(t, id);
	uint32_t place = place_of(t, &x);
	if (place && !t->memo->cycles.thread_at.at[place])
		t->memo->cycles.thread_at.at[place] = id;
}

void cycles_free(struct cycles *c)
{
	intern_free(&c->kinds);
	intern_free(&c->places);
	vec_free(&c->thread_of);
	vec_free(&c->cycle_of);
	vec_free(&c->thread_at);
}
