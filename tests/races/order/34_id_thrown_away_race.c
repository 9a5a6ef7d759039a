// SPDX-License-Identifier: MIT
/* As 34_joined_by_id_safe.c: but the id is thrown away while the thread runs,
 * and the next one is created beside it. */
#include <pthread.h>

struct task {
	pthread_t id;
	void *(*run)(void *);
};
static struct task task;
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
	shown++; // RACE
	return NULL;
}

int main(void)
{
	task.run = show;
	task_start(&task);
	task.id = 0;
	task_start(&task);
	task_stop(&task);
	return shown > 0; // RACE
}
