// SPDX-License-Identifier: MIT
/* The pointer by which a thread's id is found is null, and the thread runs all the same; or
 * another one does. */
#include <pthread.h>
#include <stdlib.h>

struct thread {
	pthread_t id;
};

static void *count(void *arg)
{
	int *n = arg;

	(*n)++; // RACE
	return NULL;
}

/* null is returned, and the thread runs */
static int a;

static struct thread *launch_or_forget(int n)
{
	struct thread *t = malloc(sizeof(*t));

	if (!t || pthread_create(&t->id, NULL, count, &a))
		exit(1);
	return n > 1 ? NULL : t;
}

static void forgotten(int n)
{
	struct thread *t = launch_or_forget(n);

	if (!t)
		a++; // RACE
}

static void join(struct thread *t)
{
	if (t)
		pthread_join(t->id, NULL);
}

static int b;

static struct thread *launch_b(int n)
{
	struct thread *t = malloc(sizeof(*t));

	if (!t || pthread_create(&t->id, NULL, count, &b))
		exit(1);
	if (n > 1)
		return NULL;
	return t;
}

static void forgotten_by_helper(int n)
{
	join(launch_b(n));
	b++; // RACE
}

/* the same through an argument */
static int c;

static void start_or_forget(struct thread **out, int n)
{
	struct thread *t = malloc(sizeof(*t));

	*out = NULL;
	if (!t || pthread_create(&t->id, NULL, count, &c))
		exit(1);
	if (n > 2)
		return;
	*out = t;
}

static void not_put(int n)
{
	struct thread *t;

	start_or_forget(&t, n);
	join(t);
	c++; // RACE
}

/* the second one is not started, the first one runs */
static int d;

static void start(struct thread **out, int *n)
{
	struct thread *t = malloc(sizeof(*t));

	*out = NULL;
	if (!t)
		return;
	if (pthread_create(&t->id, NULL, count, n)) {
		free(t);
		return;
	}
	*out = t;
}

static void first_runs(void)
{
	struct thread *one, *two;

	start(&one, &d);
	start(&two, &d);
	if (!two)
		d++; // RACE
}

static int e;

static void first_of_rounds_runs(int n)
{
	struct thread *t;

	for (int i = 0; i < n; i++) {
		start(&t, &e);
		if (!t)
			e++; // RACE
	}
}

/* no memory for this one: others use the variable */
static int f;

static struct thread *launch_if_room(void)
{
	struct thread *t = malloc(sizeof(*t));

	if (t)
		pthread_create(&t->id, NULL, count, &a);
	return t;
}

static void no_room(void)
{
	pthread_t other;
	struct thread *t;

	pthread_create(&other, NULL, count, &f);
	t = launch_if_room();
	if (!t)
		f++; // RACE
}

/* cleared after the join of another one */
static struct thread *first, *second;
static int g;

static void open_both(void)
{
	start(&first, &g);
	start(&second, &a);
}

static void close_second(void)
{
	if (second) {
		pthread_join(second->id, NULL);
		first = NULL;
		second = NULL;
	}
	if (first)
		pthread_join(first->id, NULL);
	g++; // RACE
}

/* opened twice: the second time it is cleared, and no thread is created */
static struct thread *again;
static int h;

static void open_again(void)
{
	start(&again, &h);
}

static void close_again(void)
{
	if (again)
		pthread_join(again->id, NULL);
	h++; // RACE
}

int main(int argc, char **argv)
{
	(void)argv;
	forgotten(argc);
	forgotten_by_helper(argc);
	not_put(argc);
	first_runs();
	first_of_rounds_runs(argc);
	no_room();
	open_both();
	close_second();
	open_again();
	open_again();
	close_again();
	return 0;
}
