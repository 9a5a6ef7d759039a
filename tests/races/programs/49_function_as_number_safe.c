// SPDX-License-Identifier: MIT
/* Functions are kept as numbers, in an array and in a member, and called from there, under a lock. */
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
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void hit(long *count)
{
	++*count; // NORACE
}

static void miss(long *count)
{
	--*count; // NORACE
}

static void *work(void *arg)
{
	union code c;

	pthread_mutex_lock(&lock);
	c.number = table[(long)arg];
	c.function(&hits);
	((void (*)(long *))slot.handler)(&misses);
	pthread_mutex_unlock(&lock);
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
