// SPDX-License-Identifier: MIT
/* Memory comes from a function that the user may replace: through a variable that is
 * malloc at first. One that the user may choose returns the same memory every time. */
#include <pthread.h>
#include <stdlib.h>

static void *(*hook)(size_t size) = malloc;

static char block[64];

static void *same_block(size_t size)
{
	return size <= sizeof(block) ? block : NULL;
}

static void *take(size_t size)
{
	void *p = hook(size);

	if (!p)
		exit(1);
	return p;
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
	evens++;
	*result += 2; // RACE
}

static void add_odd(int *result)
{
	odds++;
	*result += 1; // RACE
}

static pthread_t launch(void (*run)(int *), int *result)
{
	struct job *j = malloc(sizeof(*j));
	pthread_t t;

	j->run = run;
	j->result = result;
	pthread_create(&t, NULL, work, j);
	return t;
}

int main(int argc, char **argv)
{
	int *first, *second;
	pthread_t a, b;

	(void)argv;
	if (argc == 1)
		hook = same_block;
	first = take(sizeof(*first));
	second = take(sizeof(*second));
	*first = *second = 0; // NORACE
	a = launch(add_even, first);
	b = launch(add_odd, second);
	pthread_join(a, NULL);
	*first += 3; // RACE
	pthread_join(b, NULL);
	return *first + *second + odds;
}
