// SPDX-License-Identifier: MIT
/* The id says whether there is a thread: who has not created one, or has joined it, finds zero
 * there. Each phase of the program has a thread of its own, by the same helper; the one before has
 * ended wherever it comes there. Nobody has asked what the helper returns. */
#include <pthread.h>
#include <stdlib.h>

struct task {
	pthread_t id;
	void *(*run)(void *);
};
static struct {
	struct task *info;
	int phase, enabled;
	long shown;
} check;

static int task_start(struct task *t)
{
	int error;

	if (!t)
		return -1;
	error = pthread_create(&t->id, NULL, t->run, NULL);
	if (error)
		t->id = 0;
	return error;
}

static void task_stop(struct task *t)
{
	if (!t)
		return;
	if (t->id) {
		pthread_cancel(t->id);
		pthread_join(t->id, NULL);
		t->id = 0;
	}
}

static void *show(void *arg)
{
	(void)arg;
	if (check.phase == 0) // NORACE
		return NULL;
	for (;;)
		check.shown++; // NORACE
}

int main(int argc, char **argv)
{
	(void)argv;
	check.enabled = argc > 1;
	if (check.enabled) {
		check.info = calloc(1, sizeof(*check.info));
		if (!check.info)
			return 1;
		check.info->run = show;
	}
	if (check.enabled) {
		check.phase = 1; // NORACE
		task_start(check.info);
	}
	task_stop(check.info);
	check.shown = 0; // NORACE
	if (check.enabled) {
		check.phase = 2; // NORACE
		task_start(check.info);
	}
	task_stop(check.info);
	return check.shown > 0; // NORACE
}
