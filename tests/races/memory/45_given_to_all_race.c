// SPDX-License-Identifier: MIT
// Each thread of a pool gets memory of its own, with a pointer to the pool, which is one for all of them: made before
// the loop that creates them, wherever that is, and however many pools there are.
#include <pthread.h>
#include <stdlib.h>

struct pool {
	int n, inline_, helper, passed;
};
struct worker {
	struct pool *pool;
	pthread_t id;
};

static void *inline_worker(void *arg)
{
	struct worker *w = arg;
	w->pool->inline_++; // RACE
	return NULL;
}

static void *helper_worker(void *arg)
{
	struct worker *w = arg;
	w->pool->helper++; // RACE
	return NULL;
}

static void *passed_worker(void *arg)
{
	struct worker *w = arg;
	w->pool->passed++; // RACE
	return NULL;
}

static void make_inline(int n)
{
	struct pool *p = calloc(1, sizeof(*p));
	p->n = n;
	for (int i = 0; i < n; i++) {
		struct worker *w = malloc(sizeof(*w));
		w->pool = p;
		pthread_create(&w->id, NULL, inline_worker, w);
	}
}

static void start(struct pool *p)
{
	struct worker *w = malloc(sizeof(*w));
	w->pool = p;
	pthread_create(&w->id, NULL, helper_worker, w);
}

static void make_by_helper(int n)
{
	struct pool *p = calloc(1, sizeof(*p));
	p->n = n;
	for (int i = 0; i < n; i++)
		start(p);
}

static void start_all(struct pool *p)
{
	for (int i = 0; i < p->n; i++) {
		struct worker *w = malloc(sizeof(*w));
		w->pool = p;
		pthread_create(&w->id, NULL, passed_worker, w);
	}
}

static void make_and_pass(int n)
{
	struct pool *p = calloc(1, sizeof(*p));
	p->n = n;
	start_all(p);
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < argc; i++) {
		make_inline(argc);
		make_by_helper(argc);
		make_and_pass(argc);
	}
	pthread_exit(NULL);
}
