// SPDX-License-Identifier: MIT
// As 45_given_to_all_race.c, but what the threads find in their memory was made for each, or found anew in each round.
#include <pthread.h>
#include <stdlib.h>

struct pool {
	int made, found, element;
	struct pool *next;
};
struct worker {
	struct pool *pool;
	pthread_t id;
};
static struct pool *list;

static void *made_worker(void *arg)
{
	struct worker *w = arg;
	w->pool->made++; // NORACE
	return NULL;
}

static void *found_worker(void *arg)
{
	struct worker *w = arg;
	w->pool->found++; // NORACE
	return NULL;
}

static void *element_worker(void *arg)
{
	struct worker *w = arg;
	w->pool->element++; // FP an element for each is only seen in the argument itself
	return NULL;
}

static void make_each(int n)
{
	for (int i = 0; i < n; i++) {
		struct pool *p = calloc(1, sizeof(*p));
		struct worker *w = malloc(sizeof(*w));
		w->pool = p;
		pthread_create(&w->id, NULL, made_worker, w);
	}
}

static void find_each(int n)
{
	for (int i = 0; i < n; i++) {
		struct pool *p = calloc(1, sizeof(*p));
		p->next = list; // NORACE
		list = p;
	}
	for (struct pool *p = list; p; p = p->next) { // NORACE
		struct worker *w = malloc(sizeof(*w));
		w->pool = p;
		pthread_create(&w->id, NULL, found_worker, w);
	}
}

static void use_elements(int n)
{
	struct pool *p = calloc((size_t)n, sizeof(*p));
	for (int i = 0; i < n; i++) {
		struct worker *w = malloc(sizeof(*w));
		w->pool = &p[i];
		pthread_create(&w->id, NULL, element_worker, w);
	}
}

int main(int argc, char **argv)
{
	(void)argv;
	find_each(argc);
	use_elements(argc);
	for (int i = 0; i < argc; i++)
		make_each(argc);
	pthread_exit(NULL);
}
