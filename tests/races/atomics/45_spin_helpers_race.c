// SPDX-License-Identifier: MIT
/* A lock made of an atomic, as in 45_spin_helpers_safe.c, and what is done after it was given back. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static int word;
static atomic_int flag, gate;
static int first, second, third;

static void lock_word(int *w)
{
	while (!__sync_bool_compare_and_swap(w, 0, 1)) // NORACE
		sched_yield();
}

static void unlock_word(int *w)
{
	__sync_lock_release(w); // NORACE
}

static void leave(atomic_int *a)
{
	atomic_exchange(a, 0); // NORACE
}

static void *work(void *arg)
{
	lock_word(&word);
	first++; // RACE
	unlock_word(&word);
	first++; // RACE
	while (atomic_exchange(&flag, 1) != 0) // NORACE
		sched_yield();
	second++; // RACE
	leave(&flag);
	second++; // RACE
	while (atomic_exchange(&gate, 1) != 0) // NORACE
		sched_yield();
	third++; // RACE
	atomic_fetch_and(&gate, 0); // NORACE
	third++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return first + second + third;
}
