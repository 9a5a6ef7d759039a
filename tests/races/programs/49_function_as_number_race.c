// SPDX-License-Identifier: MIT
/* Functions are kept as numbers, in an array and in a member, and called from there. */
#include <pthread.h>
#include <stdint.h>

union code {
	void (*function)(long *);
	unsigned long number;
};

struct slot {
	int kind;
	uintptr_t handler;
};

static unsigned long table[4];
static struct slot slot;
static long hits, misses;

static void hit(long *count)
{
	++*count; // RACE
}

static void miss(long *count)
{
	--*count; // RACE
}

static void *work(void *arg)
{
	union code c;

	c.number = table[(long)arg];
	c.function(&hits);
	((void (*)(long *))slot.handler)(&misses);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	union code c = {hit};

	table[1] = c.number;
	slot.handler = (uintptr_t)miss;
	pthread_create(&a, NULL, work, (void *)1L);
	pthread_create(&b, NULL, work, (void *)1L);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return hits == misses;
}
