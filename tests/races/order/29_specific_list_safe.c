// SPDX-License-Identifier: MIT
/* Per-thread counters enlisted in a global list and summed after the join. */
#include <pthread.h>
#include <stdlib.h>

struct counter {
	struct counter *next;
	long value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct counter *counters;
static _Thread_local struct counter *mine;

static struct counter *my_counter(void)
{
	if (!mine) {
		mine = calloc(1, sizeof(*mine));
		pthread_mutex_lock(&lock);
		mine->next = counters; // NORACE
		counters = mine; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return mine;
}

static long total(void)
{
	struct counter *c;
	long sum = 0;

	pthread_mutex_lock(&lock);
	for (c = counters; c; c = c->next) // NORACE
		sum += c->value; // NORACE
	pthread_mutex_unlock(&lock);
	return sum;
}

static void *worker(void *arg)
{
	int i;

	for (i = 0; i < 20; i++)
		my_counter()->value++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t first, second;
	long sum = 0;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	sum = total();
	return sum != 40;
}
