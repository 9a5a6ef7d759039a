// SPDX-License-Identifier: MIT
/* Locks made of atomics: tickets, and Peterson's algorithm. That they exclude is not proved;
 * it looks as if they do. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static long tickets;

static atomic_int left_wants, right_wants, turn;
static long sides;

static void enter(void)
{
	unsigned mine = atomic_fetch_add(&next, 1);

	while (atomic_load(&serving) != mine)
		;
}

static void leave(void)
{
	atomic_fetch_add(&serving, 1);
}

static void *with_ticket(void *arg)
{
	for (int i = 0; i < 100; i++) {
		enter();
		tickets++; // NORACE
		leave();
	}
	return arg;
}

static void *left(void *arg)
{
	atomic_store(&left_wants, 1);
	atomic_store(&turn, 1);
	while (atomic_load(&right_wants) && atomic_load(&turn) == 1)
		;
	sides++; // NORACE
	atomic_store(&left_wants, 0);
	return arg;
}

static void *right(void *arg)
{
	atomic_store(&right_wants, 1);
	atomic_store(&turn, 0);
	while (atomic_load(&left_wants) && atomic_load(&turn) == 0)
		;
	sides++; // NORACE
	atomic_store(&right_wants, 0);
	return arg;
}

int main(void)
{
	pthread_t t[4];

	pthread_create(&t[0], NULL, with_ticket, NULL);
	pthread_create(&t[1], NULL, with_ticket, NULL);
	pthread_create(&t[2], NULL, left, NULL);
	pthread_create(&t[3], NULL, right, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return tickets + sides == 0;
}
