// SPDX-License-Identifier: MIT
/* Moved from one list under its lock to another under another: who has taken it out of one of them
 * has it for himself. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int n, rounds;
};

struct list {
	pthread_mutex_t lock;
	struct job *head;
};

static struct list waiting = {PTHREAD_MUTEX_INITIALIZER, NULL};
static struct list done = {PTHREAD_MUTEX_INITIALIZER, NULL};

static struct job *take(struct list *l)
{
	struct job *j;

	pthread_mutex_lock(&l->lock);
	j = l->head;
	if (j)
		l->head = j->next; // NORACE
	pthread_mutex_unlock(&l->lock);
	return j;
}

static void add(struct list *l, struct job *j)
{
	pthread_mutex_lock(&l->lock);
	j->next = l->head; // NORACE
	l->head = j;
	pthread_mutex_unlock(&l->lock);
}

static void *work(void *arg)
{
	struct job *j;

	while ((j = take(&waiting))) {
		j->n *= 2; // NORACE
		if (j->rounds++ < 3) // NORACE
			add(&waiting, j);
		else
			add(&done, j);
	}
	return arg;
}

static void *collect(void *arg)
{
	struct job *j;

	while ((j = take(&done))) {
		j->n++; // NORACE
		free(j); // NORACE
	}
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	for (int i = 0; i < 10; i++) {
		struct job *j = calloc(1, sizeof(*j));

		if (!j)
			break;
		j->n = i;
		add(&waiting, j);
	}
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_create(&c, NULL, collect, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
