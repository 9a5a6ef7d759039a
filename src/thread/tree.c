/* SPDX-License-Identifier: MIT */
/*
 * The stage as a whole, the ways down to a point, and the tree as text.
 */
#include "base/stats.h"
#include "thread/internal.h"

/* ---- ways ---- */

static uint32_t reverse(struct step *out, uint32_t n)
{
	for (uint32_t i = 0; i < n / 2; i++) {
		struct step s = out[i];
		out[i] = out[n - 1 - i];
		out[n - 1 - i] = s;
	}
	return n;
}

static uint32_t add_chain(const struct summary *s, uint32_t chain, struct step *out,
			  uint32_t n, uint32_t cap)
{
	for (; chain && n < cap; chain = s->chains.at[chain].next)
		out[n++] = (struct step){s->chains.at[chain].func, s->chains.at[chain].inst};
	return n;
}

uint32_t threads_steps(const struct threads *t, const struct point *p, struct step *out,
		       uint32_t cap)
{
	const struct context *c = context_at(t, p->context);
	const struct summary *s = summary_of(t, c->func);
	uint32_t n = 0;
	for (; c->parent && n < cap / 2; c = context_at(t, c->parent))
		out[n++] = (struct step){context_at(t, c->parent)->func, c->call};
	n = reverse(out, n);
	n = add_chain(s, p->chain, out, n, cap - 1);
	out[n++] = (struct step){p->func, p->inst};
	return n;
}

/* Those of the chain alone: what callers have given to the function is not known there. */
static uint32_t unclear_below(const struct threads *t, const struct point *p)
{
	const struct summary *s = summary_of(t, context_at(t, p->context)->func);
	uint32_t count = 0, n;
	for (uint32_t c = p->chain; c; c = s->chains.at[c].next) {
		const struct call_edge *e = callgraph_at(t->in.callgraph, s->chains.at[c].func,
							 s->chains.at[c].inst, &n);
		count += n > 1 && e->kind == EDGE_INDIRECT;
	}
	return count;
}

uint32_t threads_unclear(const struct threads *t, const struct point *p)
{
	return context_at(t, p->context)->unclear + unclear_below(t, p);
}

uint32_t threads_begun(const struct threads *t, context_id c)
{
	while (context_at(t, c)->parent)
		c = context_at(t, c)->parent;
	return context_at(t, c)->call;
}

const struct thread *threads_beginning(const struct threads *t, context_id c)
{
	uint32_t begun = threads_begun(t, c);
	return begun ? &t->begins.at[begun] : thread_at(t, context_at(t, c)->thread);
}

uint32_t threads_creation_steps(const struct threads *t, const struct thread *x,
				struct step *out, uint32_t cap)
{
	const struct threads_memo *m = t->memo;
	const struct summary *s = summary_of(t, x->func);
	uint32_t n = 0, at = map_get(&m->node_at, map_key2(x->creator, x->func), 0);
	if (!x->creator)
		return 0;
	while (at && m->nodes.at[at].parent && n < cap / 2) {
		func_id parent = m->nodes.at[at].parent;
		out[n++] = (struct step){parent, m->nodes.at[at].call};
		at = map_get(&m->node_at, map_key2(x->creator, parent), 0);
	}
	n = reverse(out, n);
	const struct fork *k = &s->forks.at[x->fork];
	n = add_chain(s, k->chain, out, n, cap - 1);
	out[n++] = (struct step){k->func, k->inst};
	return n;
}

int threads_step_order(const struct step *a, uint32_t na, const struct step *b, uint32_t nb)
{
	for (uint32_t i = 0; i < na && i < nb; i++) {
		if (a[i].func != b[i].func)
			return 0;
		if (a[i].inst != b[i].inst)
			return a[i].inst < b[i].inst ? -1 : 1;
	}
	return 0;
}

/* ---- text ---- */

static void print_place(const struct threads *t, const struct fork *k, FILE *out)
{
	const struct program *p = t->in.program;
	const struct ir_loc *l = ir_loc_at(p, k->func, k->inst);
	if (l->line)
		fprintf(out, " at %s:%u", ir_str(p, p->files.at[l->file]), l->line);
	fprintf(out, " in %s", ir_func_name(p, k->func));
}

static const char *origin_name(const struct thread *x)
{
	static const char *const names[] = {
		[ORIGIN_MAIN] = "main", [ORIGIN_FORK] = "thread", [ORIGIN_SIGNAL] = "signal",
		[ORIGIN_ENTRY] = "entries", [ORIGIN_LATER] = "callback"};
	return names[x->origin];
}

static void print_beginning(const struct threads *t, thread_id id, const struct thread *x,
			    FILE *out)
{
	const struct program *p = t->in.program;
	struct str text = {0};
	fprintf(out, "%*s%u %s", (int)(thread_at(t, id)->depth * 2), "", id, origin_name(x));
	if (x->origin == ORIGIN_ENTRY)
		fprintf(out, " %u functions", t->entries.n);
	else
		fprintf(out, " %s", ir_func_name(p, x->entry));
	if (x->argument)
		path_print_value(&t->paths, x->argument, p, t->in.pointers, 0, &text);
	if (text.n)
		fprintf(out, "(%s)", str_cstr(&text));
	fprintf(out, ", %s", thread_at(t, id)->many ? "many" : "once");
	if (x->creator) {
		fprintf(out, ", created by %u", x->creator);
		print_place(t, &summary_of(t, x->func)->forks.at[x->fork], out);
	}
	fprintf(out, "%s%s\n", thread_at(t, id)->creates_itself ? ", creates itself" : "",
		thread_at(t, id)->merged ? ", merged" : "");
	str_free(&text);
}

static void print_thread(const struct threads *t, thread_id id, FILE *out)
{
	for (const struct thread *x = thread_at(t, id); x; x = thread_next_beginning(t, x))
		print_beginning(t, id, x, out);
}

static void print_below(const struct threads *t, thread_id creator, FILE *out)
{
	for (thread_id i = 1; i < t->list.n; i++) {
		if (thread_at(t, i)->creator != creator)
			continue;
		print_thread(t, i, out);
		if (thread_at(t, i)->depth < MAX_THREADS)
			print_below(t, i, out);
	}
}

void threads_dump(const struct threads *t, FILE *out)
{
	print_below(t, 0, out);
	if (t->list.n <= 2 && t->list.n > 1 && thread_at(t, 1)->origin == ORIGIN_MAIN)
		fprintf(out, "no threads are created\n");
}

/* ---- the stage ---- */

static struct threads *threads_new(const struct thread_input *in)
{
	struct threads *t = xcalloc(1, sizeof(*t));
	struct threads_memo *m = xcalloc(1, sizeof(*m));
	uint32_t n = in->summaries->n;
	t->in = *in;
	t->memo = m;
	paths_init(&t->paths);
	vec_push(&t->list, ((struct thread){0}));
	vec_push(&t->begins, ((struct thread){0}));
	vec_push(&t->contexts, ((struct context){0}));
	vec_push(&m->nodes, ((struct node){0}));
	t->first_of_func = xcalloc(n, sizeof(context_id));
	m->closed = xcalloc(n, sizeof(*m->closed));
	m->is_entry = xcalloc(n, sizeof(bool));
	m->reached = xcalloc(n, sizeof(uint32_t));
	spawns_forget(t);
	return t;
}

struct threads *threads_find(const struct thread_input *in)
{
	struct threads *t = threads_new(in);
	prepare_functions(t);
	find_threads(t);
	t->memo->marks = xcalloc(t->list.n / 64 + 1u, sizeof(*t->memo->marks));
	find_root_locks(t);
	find_processes(t);
	find_handled(t);
	find_contexts(t);
	find_done(t);
	find_overlaps(t);
	find_masks(t);
	return t;
}

static void free_sets(struct pt_set **sets, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (sets[i])
			pt_set_free(sets[i]);
		free(sets[i]);
	}
}

static void memo_free(struct threads *t)
{
	struct threads_memo *m = t->memo;
	for (uint32_t i = 0; i < t->in.summaries->n; i++)
		free(m->closed[i]);
	free_sets(m->points_to.at, m->points_to.n);
	free_sets(m->copies.at, m->copies.n);
	free(m->closed);
	free(m->is_entry);
	free(m->reached);
	free(m->entered);
	free(m->needed);
	free(m->wanted);
	free(m->choosing);
	free(m->called);
	decided_free(&m->decided);
	done_from_free(t);
	free(m->interesting);
	map_free(&m->bound_funcs.numbers);
	map_free(&m->bound);
	map_free(&m->overlap);
	vec_free(&m->widened);
	vec_free(&m->crowds);
	map_free(&m->awaited);
	map_free(&m->begins_at);
	vec_free(&m->begins_before);
	vec_free(&m->last_child);
	vec_free(&m->sibling);
	vec_free(&m->scratch);
	map_free(&m->unions);
	meetings_free(&m->meetings);
	cycles_free(&m->cycles);
	for (uint32_t i = 0; i < m->visits.n; i++)
		free(m->visits.at[i]);
	vec_free(&m->visits);
	vec_free(&m->same_code);
	map_free(&m->code_of);
	free(m->others_enter);
	intern_free(&m->forked_keys);
	vec_free(&m->forked);
	vec_free(&m->creations);
	map_free(&m->functions);
	map_free(&m->node_at);
	map_free(&m->context_at);
	answers_free(&m->guards_at);
	answers_free(&m->lost_at);
	answers_free(&m->running_at);
	map_free(&m->joined_at);
	vec_free(&m->points_to);
	vec_free(&m->copies);
	vec_free(&m->nodes);
	vec_free(&m->alive);
	vec_free(&m->ended);
	free(m->signals);
	free(m->inherited);
	free(m->opens);
	free(m->restores);
	free(m->marks);
	map_free(&m->meanings);
	map_free(&m->alike);
	map_free(&m->in_child);
	map_free(&m->left);
	free(m);
}

void threads_free(struct threads *t)
{
	if (!t)
		return;
	spawns_free(t);
	memo_free(t);
	vec_free(&t->list);
	vec_free(&t->begins);
	vec_free(&t->contexts);
	vec_free(&t->entries);
	free(t->unloads);
	vec_free(&t->contents);
	free(t->first_of_func);
	paths_free(&t->paths);
	intern_free(&t->sets);
	intern_free(&t->guards);
	intern_free(&t->phases);
	intern_free(&t->bindings);
	free(t);
}

void threads_count_stats(const struct threads *t)
{
	stats_count("threads", t->list.n - 1);
	stats_count("contexts", t->contexts.n - 1);
	stats_count("threads merged", t->merged_threads);
	stats_count("limit: threads that are one with all of their kind", t->crowds);
	stats_count("beginnings of threads", t->begins.n - 1);
	stats_count("spawns", t->spawns.n - 1);
	stats_count("functions where threads are created, by thread", t->memo->nodes.n - 1);
	stats_count("contexts merged", t->merged_contexts);
	stats_count("forks with unknown entry", t->unresolved);
}
