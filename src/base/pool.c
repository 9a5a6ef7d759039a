/* SPDX-License-Identifier: MIT */
/*
 * One mutex guards the ready list; tasks are large enough (a function to
 * analyse, a file to compile) for that to be cheap. The ready list is a stack,
 * filled so that low task numbers come out first.
 *
 * A graph that is run from inside a task puts its tasks on the same stack: they come
 * next, whoever is free takes them, and the one who waits for them helps. It may thereby
 * get a task of another graph; that only delays it.
 */
#define _GNU_SOURCE
#include "base/pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/vec.h"

/* One graph that is being run. All but the first three are guarded by the pool's lock. */
struct batch {
	const struct pool_graph *graph;
	pool_task *run;
	void *context;
	uint32_t *waits;
	uint32_t unfinished;
};

struct ready {
	struct batch *batch;
	uint32_t task;
};

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	VEC(struct ready) ready; /* guarded by lock */
	struct batch *first;
};

struct worker {
	struct pool *pool;
	unsigned number;
};

/* The pool that this thread is a worker of, if any. */
static _Thread_local struct worker *current;

static void push_ready(struct pool *p, struct batch *b, uint32_t task)
{
	vec_push(&p->ready, ((struct ready){b, task}));
}

/* Called with the lock held. */
static void finish(struct pool *p, struct batch *b, uint32_t task)
{
	const struct pool_graph *g = b->graph;
	for (uint32_t i = g->successor_at[task + 1]; i-- > g->successor_at[task];) {
		uint32_t next = g->successors[i];
		if (--b->waits[next] == 0)
			push_ready(p, b, next);
	}
	b->unfinished--;
	pthread_cond_broadcast(&p->changed);
}

/* Until all of b is done: whatever there is to do. Called with the lock held. */
static void work_until_done(struct worker *w, const struct batch *b)
{
	struct pool *p = w->pool;
	while (b->unfinished > 0) {
		if (p->ready.n == 0) {
			pthread_cond_wait(&p->changed, &p->lock);
			continue;
		}
		struct ready r = p->ready.at[--p->ready.n];
		pthread_mutex_unlock(&p->lock);
		r.batch->run(r.batch->context, r.task, w->number);
		pthread_mutex_lock(&p->lock);
		finish(p, r.batch, r.task);
	}
}

static void *work(void *argument)
{
	struct worker *w = argument;
	current = w;
	pthread_mutex_lock(&w->pool->lock);
	work_until_done(w, w->pool->first);
	pthread_mutex_unlock(&w->pool->lock);
	current = NULL;
	return NULL;
}

static void run_workers(struct pool *p, unsigned workers)
{
	pthread_t *ids = xcalloc(workers, sizeof(*ids));
	struct worker *w = xcalloc(workers, sizeof(*w));
	pthread_attr_t attr;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 64u << 20);
	unsigned started = 1;
	for (unsigned i = 0; i < workers; i++)
		w[i] = (struct worker){p, i};
	while (started < workers && pthread_create(&ids[started], &attr, work, &w[started]) == 0)
		started++;
	work(&w[0]);
	for (unsigned i = 1; i < started; i++)
		pthread_join(ids[i], NULL);
	pthread_attr_destroy(&attr);
	free(ids);
	free(w);
}

/* Called with the lock held, or before there are workers. */
static void push_batch(struct pool *p, struct batch *b)
{
	const struct pool_graph *g = b->graph;
	uint32_t before = p->ready.n;
	for (uint32_t i = g->n; i-- > 0;) {
		b->waits[i] = g->waits_for[i];
		if (!b->waits[i])
			push_ready(p, b, i);
	}
	if (p->ready.n == before)
		BUG("every task waits for another");
}

void pool_run_inside(const struct pool_graph *g, pool_task *run, void *context)
{
	struct batch b = {.graph = g, .unfinished = g->n, .run = run, .context = context};
	struct worker *w = current;
	if (!w)
		BUG("no task runs on this thread");
	if (g->n == 0)
		return;
	b.waits = xmalloc(g->n * sizeof(*b.waits));
	pthread_mutex_lock(&w->pool->lock);
	push_batch(w->pool, &b);
	pthread_cond_broadcast(&w->pool->changed);
	work_until_done(w, &b);
	pthread_mutex_unlock(&w->pool->lock);
	free(b.waits);
}

void pool_run_graph(unsigned workers, const struct pool_graph *g, pool_task *run,
		    void *context)
{
	struct batch b = {.graph = g, .unfinished = g->n, .run = run, .context = context};
	struct pool p = {.first = &b};
	if (current)
		BUG("a task makes a pool of its own");
	if (g->n == 0)
		return;
	b.waits = xmalloc(g->n * sizeof(*b.waits));
	pthread_mutex_init(&p.lock, NULL);
	pthread_cond_init(&p.changed, NULL);
	push_batch(&p, &b);
	run_workers(&p, workers ? workers : 1);
	vec_free(&p.ready);
	pthread_mutex_destroy(&p.lock);
	pthread_cond_destroy(&p.changed);
	free(b.waits);
}

void pool_for_each(unsigned workers, uint32_t n, pool_task *run, void *context)
{
	uint32_t *zeros = xcalloc((size_t)n + 1, sizeof(*zeros));
	struct pool_graph g = {n, zeros, zeros, zeros};
	pool_run_graph(workers < n ? workers : n, &g, run, context);
	free(zeros);
}

unsigned pool_default_workers(void)
{
	cpu_set_t set;
	if (sched_getaffinity(0, sizeof(set), &set) != 0)
		return 1;
	int n = CPU_COUNT(&set);
	return n > 0 ? (unsigned)n : 1;
}
