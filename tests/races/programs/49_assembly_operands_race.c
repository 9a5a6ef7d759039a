// SPDX-License-Identifier: MIT
/* What inline assembly does to operands that are memory, and through pointers it is given. */
#include <pthread.h>

struct pair {
	int first, second;
};

static int counted, read_there, written, through, mixed;
static struct pair pair;
static int *where = &through;

static void add(int *n)
{
	__asm__ volatile("incl %0" : "+m"(*n)); // RACE
}

static void *one(void *arg)
{
	int x;

	add(&counted);
	__asm__ volatile("movl %1, %0" : "=r"(x) : "m"(read_there)); // RACE
	__asm__ volatile("movl $1, %0" : "=m"(written)); // RACE
	__asm__ volatile("incl (%0)" : : "r"(where) : "memory"); // RACE
	__asm__ volatile("lock; incl %0" : "+m"(mixed)); // RACE
	__asm__ volatile("movl %1, %0" : "=m"(pair.second) : "r"(x)); // RACE
	return arg;
}

static void *two(void *arg)
{
	counted++; // RACE
	read_there = 1; // RACE
	if (written) // RACE
		arg = 0;
	through++; // RACE
	mixed++; // RACE
	pair.second = 1; // RACE
	pair.first = 1; // NORACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, one, 0);
	pthread_create(&b, 0, two, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
