// SPDX-License-Identifier: MIT
/* The index travels through a helper that takes the lock. */
#include <pthread.h>

#define N 3

struct shards {
	pthread_mutex_t lock[N];
	long sum[N];
};

static struct shards shards = {
	.lock = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
		  PTHREAD_MUTEX_INITIALIZER },
};

static void enter(struct shards *s, int i)
{
	pthread_mutex_lock(&s->lock[i]);
}

static void leave(struct shards *s, int i)
{
	pthread_mutex_unlock(&s->lock[i]);
}

static void add(struct shards *s, int i, long n)
{
	enter(s, i);
	s->sum[i] += n; // NORACE
	leave(s, i);
}

static long total(struct shards *s)
{
	long sum = 0;
	int i;

	for (i = 0; i < N; i++) {
		enter(s, i);
		sum += s->sum[i]; // NORACE
		leave(s, i);
	}
	return sum;
}

static void *adder(void *arg)
{
	int i;

	for (i = 0; i < 10; i++)
		add(&shards, i % N, i);
	return arg;
}

static void *summer(void *arg)
{
	return total(&shards) < 0 ? arg : NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, adder, NULL);
	pthread_create(&second, NULL, summer, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
