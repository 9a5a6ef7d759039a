// SPDX-License-Identifier: MIT
/* A thread's own heap and stack objects, however deep the helpers. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct vector {
	int *items;
	size_t count, room;
};

static void vector_push(struct vector *v, int item)
{
	if (v->count == v->room) { // NORACE
		v->room = v->room ? 2 * v->room : 4; // NORACE
		v->items = realloc(v->items, v->room * sizeof(int)); // NORACE
	}
	v->items[v->count++] = item; // NORACE
}

static long vector_sum(const struct vector *v)
{
	long sum = 0;
	size_t i;

	for (i = 0; i < v->count; i++) // NORACE
		sum += v->items[i]; // NORACE
	return sum;
}

static void *worker(void *arg)
{
	struct vector v = { 0 };
	struct vector *copy = malloc(sizeof(*copy));
	int i;

	for (i = 0; i < 20; i++)
		vector_push(&v, i);
	memcpy(copy, &v, sizeof(v)); // NORACE
	i = vector_sum(copy) == 190;
	free(v.items);
	free(copy);
	return i ? NULL : arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
