/* SPDX-License-Identifier: MIT */
/*
 * Copies of the process: every task is heard of once, whatever the number of workers; what a
 * task notes down stays with its worker; a copy that is killed costs time only.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/copies.h"
#include "base/diag.h"

enum { TASKS = 500, LONG = 1000 };

struct world {
	uint32_t noted;	  /* by this worker, and before it was made */
	uint32_t copies;  /* 1 in a copy */
	uint32_t *heard;  /* [TASKS] */
	uint32_t last[MAX_WORKERS]; /* what was noted when the worker spoke last */
	pid_t asking;
	bool dies; /* a copy that comes to the task in the middle */
};

struct message {
	uint32_t task, noted;
	char text[LONG];
};

static void begin(void *context)
{
	struct world *w = context;
	w->copies++;
}

static void say(void *context, uint32_t task, struct str *out)
{
	struct world *w = context;
	struct message m = {task, ++w->noted, {0}};
	if (w->dies && getpid() != w->asking)
		raise(SIGKILL);
	assert_int_equal(w->copies, getpid() != w->asking);
	memset(m.text, (int)task, sizeof(m.text));
	str_addn(out, (const char *)&m, sizeof(m));
}

static void hear(void *context, unsigned worker, uint32_t task, const char *at, size_t n)
{
	struct world *w = context;
	struct message m;
	assert_int_equal(n, sizeof(m));
	memcpy(&m, at, n);
	assert_int_equal(m.task, task);
	assert_int_equal(m.text[LONG - 1], (char)task);
	assert_true(m.noted > w->last[worker]);
	w->last[worker] = m.noted;
	w->heard[task]++;
}

static void run(unsigned workers, bool dies, uint32_t alone)
{
	uint32_t heard[TASKS] = {0}, order[TASKS];
	struct world w = {.heard = heard, .asking = getpid(), .dies = dies};
	for (uint32_t i = 0; i < TASKS; i++)
		order[i] = TASKS - 1 - i;
	copies_run(workers, &(struct copies_work){begin, say, hear, &w, TASKS, order, alone});
	for (uint32_t i = 0; i < TASKS; i++)
		assert_int_equal(heard[i], 1);
}

static void test_each_once(void **state)
{
	(void)state;
	for (unsigned workers = 0; workers <= 5; workers++)
		run(workers, false, workers * 3);
}

static void test_killed(void **state)
{
	(void)state;
	run(4, true, 0);
}

static void test_nothing(void **state)
{
	struct world w = {0};
	(void)state;
	copies_run(3, &(struct copies_work){begin, say, hear, &w, 0, NULL, 0});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_once),
		cmocka_unit_test(test_killed),
		cmocka_unit_test(test_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
