// SPDX-License-Identifier: MIT
/* The barrier is in an object that the threads are given, or in allocated memory. */
#include <pthread.h>
#include <stdlib.h>

struct step {
	pthread_barrier_t barrier;
	int first, second;
};

static pthread_barrier_t *allocated;
static int number;

static void *set(void *arg)
{
	struct step *s = arg;

	s->first = 1; // NORACE
	pthread_barrier_wait(&s->barrier);
	s->second = 2; // NORACE
	return NULL;
}

static void *get(void *arg)
{
	struct step *s = arg;

	s->second = 1; // NORACE
	pthread_barrier_wait(&s->barrier);
	return s->first ? arg : NULL; // NORACE
}

static void *count(void *arg)
{
	number = 1; // NORACE
	pthread_barrier_wait(allocated);
	return arg;
}

int main(void)
{
	struct step on_stack, *made = malloc(sizeof(*made));
	pthread_t a, b, c, d;

	pthread_barrier_init(&on_stack.barrier, NULL, 2);
	pthread_create(&a, NULL, set, &on_stack);
	pthread_create(&b, NULL, get, &on_stack);
	pthread_barrier_init(&made->barrier, NULL, 2);
	pthread_create(&c, NULL, set, made);
	made->second = 0; // NORACE
	pthread_barrier_wait(&made->barrier);
	made->first++; // NORACE
	allocated = malloc(sizeof(*allocated));
	pthread_barrier_init(allocated, NULL, 2);
	pthread_create(&d, NULL, count, NULL);
	pthread_barrier_wait(allocated);
	number++; // NORACE
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	pthread_join(d, NULL);
	return 0;
}
