// SPDX-License-Identifier: MIT
/* Start routine and argument in a heap struct that the child frees. */
#include <pthread.h>
#include <stdlib.h>

struct start {
	void (*run)(int *);
	int *data;
};

static int data;

static void *trampoline(void *arg)
{
	struct start *s = arg;
	void (*run)(int *) = s->run; // NORACE
	int *where = s->data; // NORACE

	free(s); // NORACE
	run(where);
	return NULL;
}

static pthread_t launch(void (*run)(int *), int *where)
{
	struct start *s = malloc(sizeof(*s));
	pthread_t id;

	s->run = run; // NORACE
	s->data = where; // NORACE
	pthread_create(&id, NULL, trampoline, s);
	return id;
}

static void fill(int *where)
{
	*where = 5; // RACE
}

int main(void)
{
	pthread_t id = launch(fill, &data);
	pthread_t other = launch(fill, &data);

	pthread_join(id, NULL);
	pthread_join(other, NULL);
	return data; // NORACE
}
