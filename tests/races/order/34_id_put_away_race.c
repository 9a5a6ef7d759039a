// SPDX-License-Identifier: MIT
/* As 34_joined_by_id_safe.c: but the thread puts its own id away; nobody may join
 * it then. */
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
	if (t->id) { // RACE
		pthread_join(t->id, NULL); // RACE
		t->id = 0;
	}
}

static void *show(void *arg)
{
	(void)arg;
	task.id = 0; // RACE
	shown++; // RACE
	return NULL;
}

int main(void)
{
	task.run = show;
	task_start(&task);
	task_stop(&task);
	return shown > 0; // RACE
}
