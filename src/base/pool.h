/* SPDX-License-Identifier: MIT */
/*
 * The worker pool: tasks 0..n-1 on a number of threads.
 *
 * A task may depend on others; it starts only when all of them are done, and
 * sees everything they wrote. With one worker the tasks run on the calling
 * thread. 'worker' (0..workers-1) selects per-worker scratch memory.
 *
 * A task may itself run tasks (pool_run_inside): the same workers do them, and its
 * worker may do other tasks before it comes back.
 */
#ifndef CHEQUER_BASE_POOL_H
#define CHEQUER_BASE_POOL_H

#include <stdint.h>

typedef void pool_task(void *context, uint32_t task, unsigned worker);

struct pool_graph {
	uint32_t n;
	const uint32_t *waits_for;     /* [n] how many tasks must be done before */
	const uint32_t *successor_at;  /* [n + 1] range in successors */
	const uint32_t *successors;    /* tasks that wait for this one */
};

void pool_for_each(unsigned workers, uint32_t n, pool_task *run, void *context);
void pool_run_graph(unsigned workers, const struct pool_graph *g, pool_task *run,
		    void *context);
/* Called by a task, on the thread that runs it. */
void pool_run_inside(const struct pool_graph *g, pool_task *run, void *context);
/* The number of processors this process may use, at least 1. */
unsigned pool_default_workers(void);

#endif
