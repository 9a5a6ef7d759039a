// SPDX-License-Identifier: MIT
/* An intrusive list: links embedded in the element, container_of back to it. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

struct link {
	struct link *next;
};

struct job {
	int id;
	struct link link;
	int state;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct link *jobs;

static void add(int id)
{
	struct job *j = calloc(1, sizeof(*j));

	j->id = id; // NORACE
	j->link.next = jobs; // NORACE
	jobs = &j->link; // NORACE
}

static void *runner(void *arg)
{
	struct link *l;

	for (l = jobs; l; l = l->next) { // NORACE
		struct job *j = container_of(l, struct job, link);

		pthread_mutex_lock(&m);
		j->state++; // NORACE
		pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *watcher(void *arg)
{
	struct link *l;
	int busy = 0;

	for (l = jobs; l; l = l->next) { // NORACE
		pthread_mutex_lock(&m);
		busy += container_of(l, struct job, link)->state; // NORACE
		pthread_mutex_unlock(&m);
	}
	return busy > 5 ? arg : NULL;
}

int main(void)
{
	pthread_t first, second;

	add(1);
	add(2);
	pthread_create(&first, NULL, runner, NULL);
	pthread_create(&second, NULL, watcher, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
