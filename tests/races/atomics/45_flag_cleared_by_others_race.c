// SPDX-License-Identifier: MIT
// RUN: --all
/* A flag is a lock only as long as nobody clears it who has not set it (soundness.md, 21). */
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

static void *add(void *arg)
{
	int free = 0;

	while (!atomic_compare_exchange_weak(&first, &free, 1))
		free = 0;
	by_first++; // RACE
	atomic_store(&first, 0);
	while (atomic_flag_test_and_set(&second))
		;
	by_second++; // RACE
	atomic_flag_clear(&second);
	if (!atomic_exchange(&state.busy, 1)) {
		state.n++; // RACE
		atomic_store(&state.busy, 0);
	}
	return arg;
}

static void reset(struct state *s)
{
	atomic_store(&s->busy, 0);
}

static void *clear(void *arg)
{
	atomic_store(&first, 0);
	atomic_flag_clear(&second);
	reset(&state);
	return arg;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, add, NULL);
	pthread_create(&t[1], NULL, add, NULL);
	pthread_create(&t[2], NULL, clear, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
