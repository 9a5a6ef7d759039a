// SPDX-License-Identifier: MIT
/* Ids are stored over others whose threads are still running: who joins what is there joins
 * the last ones only. */
#include <pthread.h>
#include <stdatomic.h>

enum { N = 4 };

static atomic_int rounds, tries, halves, cycle, calls, depth, inner;
static pthread_t id[N], other[N], half[N], turn[N], many[N], one, two;

static void *count(void *arg)
{
	atomic_int *n = arg;

	(*n)++; // RACE
	return NULL;
}

static void join(pthread_t *ids)
{
	for (int i = 0; i < N; i++)
		pthread_join(ids[i], NULL);
}

/* Two rounds, one array. */
static void create_twice(void)
{
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < N; i++)
			pthread_create(&id[i], NULL, count, &rounds);
	join(id);
	*(int *)&rounds = 0; // RACE
}

/* Several tries for an element, each of them successful. */
static void create_again(int more)
{
	for (int i = 0; i < N; i++) {
		int k = 0;

		do {
			pthread_create(&other[i], NULL, count, &tries);
		} while (k++ < more);
	}
	for (int i = 0; i < N; i++)
		pthread_join(other[i], NULL);
	*(int *)&tries = 0; // RACE
}

/* Two threads for an element. */
static void create_pairs(void)
{
	for (int i = 0; i < 2 * N; i++)
		pthread_create(&half[i / 2], NULL, count, &halves);
	for (int i = 0; i < 2 * N; i++)
		pthread_join(half[i / 2], NULL);
	*(int *)&halves = 0; // RACE
}

static void create_in_turn(void)
{
	for (int i = 0; i < 2 * N; i++)
		pthread_create(&turn[i % N], NULL, count, &cycle);
	for (int i = 0; i < 2 * N; i++)
		pthread_join(turn[i % N], NULL);
	*(int *)&cycle = 0; // RACE
}

/* A function that fills the array is called again, in a loop that counts as far. */
static void fill(void)
{
	for (int i = 0; i < N; i++)
		pthread_create(&many[i], NULL, count, &calls);
}

static void create_by_calls(void)
{
	for (int i = 0; i < N; i++)
		fill();
	for (int i = 0; i < N; i++)
		pthread_join(many[i], NULL);
	*(int *)&calls = 0; // RACE
}

/* Each call stores its id in the same variable. */
static void recurse(int n)
{
	pthread_create(&one, NULL, count, &depth);
	if (n)
		recurse(n - 1);
	pthread_join(one, NULL);
}

/* The function joins the thread that it has created itself. */
static void *nothing(void *arg)
{
	return arg;
}

static void use_variable(void)
{
	pthread_create(&two, NULL, nothing, NULL);
	pthread_join(two, NULL);
}

int main(int argc, char **argv)
{
	(void)argv;
	create_twice();
	create_again(argc);
	create_pairs();
	create_in_turn();
	create_by_calls();
	recurse(argc);
	*(int *)&depth = 0; // RACE
	pthread_create(&two, NULL, count, &inner);
	use_variable();
	pthread_join(two, NULL);
	*(int *)&inner = 0; // RACE
	return 0;
}
