// SPDX-License-Identifier: MIT
/* Striped locks: lock i % 2 guards element i. The twin computes the stripe twice. */
#include <pthread.h>

#define STRIPES 2
#define SLOTS 8

static pthread_mutex_t stripe[STRIPES] = { PTHREAD_MUTEX_INITIALIZER,
					   PTHREAD_MUTEX_INITIALIZER };
static int slots[SLOTS];

static void set(int i, int value)
{
	pthread_mutex_lock(&stripe[i % STRIPES]);
	slots[i] = value; // NORACE
	pthread_mutex_unlock(&stripe[i % STRIPES]);
}

static int get(int i)
{
	int s = i % STRIPES;
	int value;

	pthread_mutex_lock(&stripe[s]);
	value = slots[i]; // NORACE
	pthread_mutex_unlock(&stripe[s]);
	return value;
}

static void *writer(void *arg)
{
	int i;

	for (i = 0; i < SLOTS; i++)
		set(i, i);
	return arg;
}

static void *reader(void *arg)
{
	int i, sum = 0;

	for (i = 0; i < SLOTS; i++)
		sum += get(i);
	return sum < 0 ? arg : NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, writer, NULL);
	pthread_create(&second, NULL, reader, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
