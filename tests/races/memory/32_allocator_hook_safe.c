// SPDX-License-Identifier: MIT
/* Memory comes from a function that the user may replace: through a variable that is
 * malloc at first, and through a table, malloc being called where it says nothing. Each
 * thread has memory of its own, and each worker runs the function it was given. */
#include <pthread.h>
#include <stdlib.h>

struct memory {
	void *(*get)(void *context, size_t size);
	void *context;
};

static void *(*hook)(size_t size) = malloc;
static unsigned long given;

static void *clear_get(size_t size)
{
	return calloc(1, size);
}

static void *take(size_t size)
{
	void *p = hook(size);

	if (!p)
		exit(1);
	return p;
}

static void *take_from(const struct memory *m, size_t size)
{
	if (m && m->get)
		return m->get(m->context, size);
	return malloc(size);
}

struct job {
	void (*run)(int *result);
	int *result;
};

static void *work(void *arg)
{
	struct job *j = arg;

	j->run(j->result);
	free(j);
	return NULL;
}

static int evens, odds;

static void add_even(int *result)
{
	evens++; // NORACE
	*result += 2; // NORACE
}

static void add_odd(int *result)
{
	odds++; // NORACE
	*result += 1; // NORACE
}

static pthread_t launch(void (*run)(int *), int *result)
{
	struct job *j = take(sizeof(*j));
	pthread_t t;

	j->run = run;
	j->result = result;
	pthread_create(&t, NULL, work, j);
	return t;
}

int main(int argc, char **argv)
{
	int *first = take_from(NULL, sizeof(*first));
	int *second = take_from(NULL, sizeof(*second));
	pthread_t a, b;

	(void)argv;
	if (argc > 1)
		hook = clear_get;
	given = 0;
	*first = *second = 0; // NORACE
	a = launch(add_even, first);
	b = launch(add_odd, second);
	pthread_join(a, NULL);
	*first += evens; // NORACE
	pthread_join(b, NULL);
	return *first + *second + odds + (int)given;
}
