// SPDX-License-Identifier: MIT
// A flag under a mutex says that the tables are made; they are only read then, and
// without the mutex. Also when a helper does it, and behind a pointer that is given.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int table[4], limit;
static struct {
	pthread_mutex_t lock;
	bool ready;
	int *numbers;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool made;

static void make_tables(void)
{
	for (int i = 0; i < 4; i++)
		table[i] = i * i; // NORACE
	limit = 4; // NORACE
}

static void ensure(void)
{
	pthread_mutex_lock(&m);
	if (!made) { // NORACE
		made = true; // NORACE
		make_tables();
	}
	pthread_mutex_unlock(&m);
}

static int *numbers(void)
{
	pthread_mutex_lock(&pool.lock);
	if (pool.ready) { // NORACE
		pthread_mutex_unlock(&pool.lock);
		return pool.numbers; // NORACE
	}
	pool.numbers = calloc(4, sizeof(int)); // NORACE
	pool.ready = true; // NORACE
	pthread_mutex_unlock(&pool.lock);
	return pool.numbers; // NORACE
}

static void *run(void *arg)
{
	int sum = 0;

	ensure();
	for (int i = 0; i < limit; i++) // NORACE
		sum += table[i]; // NORACE
	return numbers()[0] == sum ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
