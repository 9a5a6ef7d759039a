// SPDX-License-Identifier: MIT
/* A ring buffer for one producer and one consumer, indices atomic, slots plain. */
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 4u
#define COUNT 20000

static int slots[SIZE];
static atomic_uint head, tail;

static int push(int value)
{
	unsigned h = atomic_load_explicit(&head, memory_order_relaxed); // NORACE

	if (h == COUNT)
		return 0;
	slots[h % SIZE] = value; // RACE
	atomic_store_explicit(&head, h + 1, memory_order_release); // NORACE
	return 1;
}

static int pop(int *value)
{
	unsigned t = atomic_load_explicit(&tail, memory_order_relaxed); // NORACE

	if (t == atomic_load_explicit(&head, memory_order_acquire)) // NORACE
		return 0;
	*value = slots[t % SIZE]; // RACE
	atomic_store_explicit(&tail, t + 1, memory_order_release); // NORACE
	return 1;
}

static void *producer(void *arg)
{
	int i;

	for (i = 0; i < COUNT; i++)
		while (!push(i))
			;
	return arg;
}

static void *consumer(void *arg)
{
	int i, value, sum = 0;

	for (i = 0; i < COUNT; i++) {
		while (!pop(&value))
			;
		sum += value;
	}
	return sum < 0 ? arg : NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, producer, NULL);
	pthread_create(&second, NULL, consumer, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
