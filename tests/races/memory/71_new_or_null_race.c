// SPDX-License-Identifier: MIT
// As 71_new_or_null.c, but the limit of a pool is set after its threads were created.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct list {
	pthread_mutex_t mutex;
	int size, max;
	void **at;
};

struct pool {
	struct list run, done;
};

static void *make(long n)
{
	if (n <= 0)
		return NULL;
	if (n >= 1000000)
		return calloc(1, n);
	return malloc(n);
}

static int list_init(struct list *l, int max)
{
	l->size = 0;
	l->at = make(max * sizeof *l->at);
	return l->at ? pthread_mutex_init(&l->mutex, NULL) : -1;
}

static void push(struct list *l, void *job)
{
	pthread_mutex_lock(&l->mutex);
	if (l->size < l->max)	// RACE
		l->at[l->size++] = job;
	pthread_mutex_unlock(&l->mutex);
}

static void *work(void *arg)
{
	struct pool *p = arg;
	void *job = NULL;

	pthread_mutex_lock(&p->run.mutex);
	if (p->run.size)
		job = p->run.at[--p->run.size];
	pthread_mutex_unlock(&p->run.mutex);
	push(&p->done, job);
	return NULL;
}

static int pool_init(struct pool **out, int n)
{
	struct pool *p = make(sizeof *p);
	pthread_t id;

	if (!p)
		return -1;
	*out = p;
	if (list_init(&p->run, n) || list_init(&p->done, n))
		return -1;
	for (int i = 0; i < n; i++)
		if (pthread_create(&id, NULL, work, p))
			return -1;
	p->done.max = n;	// RACE
	return 0;
}

int main(int argc, char **argv)
{
	struct pool *first, *second;

	(void)argv;
	if (pool_init(&first, argc + 1) || pool_init(&second, argc + 1))
		return 1;
	push(&first->run, first);
	push(&second->run, second);
	pthread_exit(NULL);
}
