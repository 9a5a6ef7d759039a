/* SPDX-License-Identifier: MIT */
/*
 * The worker pool: every task once, after those it waits for, and seeing what they
 * wrote. Also run under ThreadSanitizer: the plain stores are the point.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/diag.h"
#include "base/pool.h"

enum { TASKS = 2000 };

static void count_task(void *context, uint32_t task, unsigned worker)
{
	uint32_t *count = context;
	(void)worker;
	count[task]++;
}

static void test_for_each(void **state)
{
	(void)state;
	for (unsigned workers = 0; workers <= 8; workers++) {
		uint32_t *count = xcalloc(TASKS, sizeof(*count));
		pool_for_each(workers, TASKS, count_task, count);
		for (uint32_t i = 0; i < TASKS; i++)
			assert_int_equal(count[i], 1);
		free(count);
	}
	pool_for_each(4, 0, count_task, NULL);
}

/* Task i waits for i / 2 and, when it is even, also for i - 1; its value is one
 * more than the largest of theirs. */
struct levels {
	uint32_t *value;
};

static void level_task(void *context, uint32_t task, unsigned worker)
{
	struct levels *l = context;
	uint32_t most = task ? l->value[task / 2] : 0;
	(void)worker;
	if (task && task % 2 == 0 && l->value[task - 1] > most)
		most = l->value[task - 1];
	l->value[task] = most + 1;
}

static void make_graph(struct pool_graph *g, uint32_t *waits, uint32_t *at, uint32_t *next)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < TASKS; i++) {
		at[i] = n;
		waits[i] = i == 0 ? 0 : 1 + (i % 2 == 0);
		for (uint32_t s = i * 2; s <= i * 2 + 1; s++) {
			if (s > i && s < TASKS)
				next[n++] = s;
		}
		if (i == 0)
			next[n++] = 1;
		if (i % 2 == 1 && i + 1 < TASKS)
			next[n++] = i + 1;
	}
	at[TASKS] = n;
	*g = (struct pool_graph){TASKS, waits, at, next};
}

static void test_graph(void **state)
{
	uint32_t *waits = xcalloc(TASKS, sizeof(*waits));
	uint32_t *at = xcalloc(TASKS + 1, sizeof(*at));
	uint32_t *next = xcalloc(4 * TASKS, sizeof(*next));
	struct pool_graph g;
	(void)state;
	make_graph(&g, waits, at, next);
	waits[1] = 1;
	uint32_t *expected = NULL;
	for (unsigned workers = 1; workers <= 8; workers++) {
		struct levels l = {xcalloc(TASKS, sizeof(uint32_t))};
		pool_run_graph(workers, &g, level_task, &l);
		for (uint32_t i = 0; expected && i < TASKS; i++)
			assert_int_equal(l.value[i], expected[i]);
		free(expected);
		expected = l.value;
	}
	free(expected);
	free(waits);
	free(at);
	free(next);
}

/* Tasks that run tasks: done when the outer one goes on, by workers of one pool. */
enum { OUTER = 40, INNER = 50, WORKERS = 4 };

struct nested {
	uint32_t count[INNER];
	uint32_t sum;
};

static void inner_task(void *context, uint32_t task, unsigned worker)
{
	struct nested *n = context;
	assert_true(worker < WORKERS);
	n->count[task] += task;
}

static void outer_task(void *context, uint32_t task, unsigned worker)
{
	struct nested *n = (struct nested *)context + task;
	(void)worker;
	static const uint32_t zeros[INNER + 1];
	static const struct pool_graph g = {INNER, zeros, zeros, zeros};
	pool_run_inside(&g, inner_task, n);
	for (uint32_t i = 0; i < INNER; i++)
		n->sum += n->count[i];
}

static void test_nested(void **state)
{
	(void)state;
	for (unsigned workers = 1; workers <= WORKERS; workers++) {
		struct nested *n = xcalloc(OUTER, sizeof(*n));
		pool_for_each(workers, OUTER, outer_task, n);
		for (uint32_t i = 0; i < OUTER; i++)
			assert_int_equal(n[i].sum, INNER * (INNER - 1) / 2);
		free(n);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_for_each),
		cmocka_unit_test(test_graph),
		cmocka_unit_test(test_nested),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
