/* SPDX-License-Identifier: MIT */
/*
 * One mutex guards the ready list; tasks are large enough (a function to
 * analyse, a file to compile) for that to be cheap. The ready list is a stack,
 * filled so that low task numbers come out first.
 */
#define _GNU_SOURCE
#include "base/pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "base/diag.h"

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	const struct pool_graph *graph;
	uint32_t *waits; /* guarded by lock, as all below */
	uint32_t *ready;
	uint32_t ready_count;
	uint32_t unfinished;
	pool_task *run;
	void *context;
};

struct worker {
	struct pool *pool;
	unsigned number;
};

/* Called with the lock held. */
static void finish(struct pool *p, uint32_t task)
{
	const struct pool_graph *g = p->graph;
	for (uint32_t i = g->successor_at[task + 1]; i-- > g->successor_at[task];) {
		uint32_t next = g->successors[i];
		if (--p->waits[next] == 0)
			p->ready[p->ready_count++] = next;
	}
	p->unfinished--;
	pthread_cond_broadcast(&p->changed);
}

static void *work(void *argument)
{
	struct worker *w = argument;
	struct pool *p = w->pool;
	pthread_mutex_lock(&p->lock);
	while (p->unfinished > 0) {
		if (p->ready_count == 0) {
			pthread_cond_wait(&p->changed, &p->lock);
			continue;
		}
		uint32_t task = p->ready[--p->ready_count];
		pthread_mutex_unlock(&p->lock);
		p->run(p->context, task, w->number);
		pthread_mutex_lock(&p->lock);
		finish(p, task);
	}
	pthread_mutex_unlock(&p->lock);
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

void pool_run_graph(unsigned workers, const struct pool_graph *g, pool_task *run,
		    void *context)
{
	struct pool p = {.graph = g, .unfinished = g->n, .run = run, .context = context};
	if (g->n == 0)
		return;
	pthread_mutex_init(&p.lock, NULL);
	pthread_cond_init(&p.changed, NULL);
	p.waits = xmalloc(g->n * sizeof(*p.waits));
	p.ready = xmalloc(g->n * sizeof(*p.ready));
	for (uint32_t i = g->n; i-- > 0;) {
		p.waits[i] = g->waits_for[i];
		if (!p.waits[i])
			p.ready[p.ready_count++] = i;
	}
	if (p.ready_count == 0)
		BUG("every task waits for another");
	if (workers > g->n)
		workers = g->n;
	run_workers(&p, workers ? workers : 1);
	free(p.waits);
	free(p.ready);
	pthread_mutex_destroy(&p.lock);
	pthread_cond_destroy(&p.changed);
}

void pool_for_each(unsigned workers, uint32_t n, pool_task *run, void *context)
{
	uint32_t *zeros = xcalloc((size_t)n + 1, sizeof(*zeros));
	struct pool_graph g = {n, zeros, zeros, zeros};
	pool_run_graph(workers, &g, run, context);
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
