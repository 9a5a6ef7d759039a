// SPDX-License-Identifier: MIT
// As 23_own_id_wrapped_safe.c, with the premises broken: a thread comes to the store without a
// test; what is returned is not always the id; the helper stores another thread's id too, when
// main has stored its own before anything else ran.
#include <pthread.h>
#include <stdbool.h>

static unsigned long owner_id, guessed_id, first_id;
static int owned, guessed, first;
static bool simple;

static unsigned long current(void)
{
	union {
		pthread_t thread;
		unsigned long number;
	} u;
	u.thread = pthread_self();
	return u.number;
}

static void become_owner(void)
{
	owner_id = current(); // RACE
}

static unsigned long maybe_current(void)
{
	if (simple) // NORACE
		return 1;
	return current();
}

static void become_first(void)
{
	first_id = current(); // RACE
}

static void *worker(void *arg)
{
	if (arg)
		become_owner();
	if (owner_id == current()) // RACE
		owned++; // RACE
	if (guessed_id == maybe_current()) // NORACE
		guessed++; // RACE
	return arg;
}

static void *keeper(void *arg)
{
	become_first();
	first++; // RACE
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t a, b, c;

	simple = argc > 1;
	become_owner();
	become_first();
	guessed_id = maybe_current();
	pthread_create(&a, NULL, worker, argv[0]);
	pthread_create(&b, NULL, worker, NULL);
	pthread_create(&c, NULL, keeper, NULL);
	if (owner_id == current()) // RACE
		owned++; // RACE
	if (guessed_id == maybe_current()) // NORACE
		guessed++; // RACE
	if (first_id == current()) // RACE
		first++; // RACE
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return owned + guessed + first;
}
