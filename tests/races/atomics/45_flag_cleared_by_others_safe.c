// SPDX-License-Identifier: MIT
// RUN: --all
/* The flag is cleared by who has set it, in a function that he calls too; or before there are
 * others, and when these have ended. */
#include <pthread.h>
#include <stdatomic.h>

struct state {
	atomic_int busy;
	int n;
};

static atomic_int first;
static atomic_flag second = ATOMIC_FLAG_INIT;
static struct state state;
static int by_first, by_second;

static void leave(struct state *s)
{
	atomic_store(&s->busy, 0);
}

static int enter(struct state *s)
{
	return !atomic_exchange(&s->busy, 1);
}

static void *add(void *arg)
{
	int free = 0;

	while (!atomic_compare_exchange_weak(&first, &free, 1))
		free = 0;
	by_first++; // NORACE
	atomic_store(&first, 0);
	while (atomic_flag_test_and_set(&second))
		;
	by_second++; // NORACE
	atomic_flag_clear(&second);
	if (enter(&state)) {
		state.n++; // NORACE
		leave(&state);
	}
	return arg;
}

int main(void)
{
	pthread_t t[2];

	atomic_store(&first, 0);
	leave(&state);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	atomic_store(&first, 0);
	atomic_flag_clear(&second);
	leave(&state);
	return 0;
}
