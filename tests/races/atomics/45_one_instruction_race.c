// SPDX-License-Identifier: MIT
/* As 45_one_instruction_safe.c, but: a step without 'lock'; nobody looks whether he has won, or looks for
 * the opposite; the lock is given back, or the flag set, by a store that the compiler may move; or the other
 * side is no assembly. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static int counted, plain, ignored, by_ignored, turned, by_turned, moved, by_moved, ready, made, handed;

static int load(const int *p)
{
	int v;

	__asm__ volatile("movl %1, %0" : "=q"(v) : "m"(*p) : "memory"); // NORACE
	return v;
}

static void store(int *p, int v)
{
	__asm__ volatile("movl %1, %0" : "=m"(*p) : "iq"(v) : "memory"); // RACE
}

static void store_alone(int *p, int v)
{
	__asm__ volatile("movl %1, %0" : "=m"(*p) : "iq"(v));
}

static bool try_lock(int *p)
{
	int old = 0;
	bool won;

	__asm__ volatile("lock cmpxchgl %3, %0"
			 : "+m"(*p), "=@ccz"(won), "+a"(old)
			 : "q"(1)
			 : "memory", "cc");
	return won;
}

static void *work(void *arg)
{
	int seen;

	__asm__ volatile("incl %0" : "+m"(counted)); // RACE
	store(&plain, 1);
	try_lock(&ignored);
	by_ignored++; // RACE
	store(&ignored, 0);
	if (!try_lock(&turned))
		by_turned++; // RACE
	while (!try_lock(&moved))
		;
	by_moved++; // RACE
	store_alone(&moved, 0);
	__asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(ready) : "memory");
	if (seen)
		handed = made; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	made = 5; // RACE
	__asm__ volatile("movl %1, %0" : "=m"(ready) : "r"(1));
	plain = 2; // RACE
	return load(&plain) + handed; // RACE
}
