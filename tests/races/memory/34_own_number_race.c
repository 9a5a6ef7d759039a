// SPDX-License-Identifier: MIT
/* As 34_own_number_safe.c, but the number is not the thread's alone: numbers are given back and taken again,
 * two threads have the same half, nobody counts on, it is not always set, or a neighbour is touched too. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int back, half, same, maybe, near;
static _Thread_local int own_back, own_half, own_same, own_maybe, own_near;
static int backs[16], halves[16], sames[16], maybes[16], nears[16];

static void enter(int set)
{
	own_back = atomic_fetch_add(&back, 1);
	own_half = atomic_fetch_add(&half, 1) / 2;
	own_same = atomic_load(&same);
	own_near = atomic_fetch_add(&near, 1);
	if (set)
		own_maybe = atomic_fetch_add(&maybe, 1);
}

static void *work(void *arg)
{
	enter(arg != NULL);
	backs[own_back]++; // RACE
	halves[own_half]++; // RACE
	sames[own_same]++; // RACE
	maybes[own_maybe]++; // RACE
	nears[own_near]++; // RACE
	nears[own_near + 1]++; // RACE
	atomic_fetch_sub(&back, 1);
	return NULL;
}

int main(void)
{
	pthread_t id[4];
	int set = 0;

	for (int i = 0; i < 4; i++)
		pthread_create(&id[i], NULL, work, i & 1 ? &set : NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(id[i], NULL);
	return 0;
}
