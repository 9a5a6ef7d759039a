// SPDX-License-Identifier: MIT
/* As 34_joined_by_id_safe.c: but the phase is changed before the thread is
 * joined, and after a thread was created beside it. */
#include <pthread.h>

struct task {
	pthread_t id;
	void *(*run)(void *);
};
static struct task task;
static int phase;
static long shown;

static void task_start(struct task *t)
{
	if (pthread_create(&t->id, NULL, t->run, NULL))
		t->id = 0;
}

static void task_stop(struct task *t)
{
	if (t->id) {
		pthread_join(t->id, NULL);
		t->id = 0;
	}
}

static void *show(void *arg)
{
	(void)arg;
	if (phase == 0) // RACE
		return NULL;
	shown++; // NORACE
	return NULL;
}

int main(void)
{
	task.run = show;
	phase = 1; // NORACE
	task_start(&task);
	phase = 2; // RACE
	task_stop(&task);
	shown = 0; // NORACE
	task_start(&task);
	task_stop(&task);
	return shown > 0; // NORACE
}
