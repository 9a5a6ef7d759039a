// SPDX-License-Identifier: MIT
/* Bucket locks again: the twin locks the bucket of one key and changes another's. */
#include <pthread.h>

struct bucket {
	pthread_mutex_t lock;
	long sum;
};

static struct bucket buckets[8];

static struct bucket *bucket_of(unsigned key)
{
	return &buckets[key & 7];
}

static void move(unsigned from, unsigned to, long n)
{
	struct bucket *source = bucket_of(from);
	struct bucket *target = bucket_of(to);

	pthread_mutex_lock(&source->lock);
	source->sum -= n; // NORACE
	pthread_mutex_unlock(&source->lock);
	pthread_mutex_lock(&target->lock);
	target->sum += n; // NORACE
	pthread_mutex_unlock(&target->lock);
}

static void *up(void *arg)
{
	unsigned i;

	for (i = 0; i < 7; i++)
		move(i, i + 1, 10);
	return arg;
}

static void *down(void *arg)
{
	unsigned i;

	for (i = 7; i > 0; i--)
		move(i, i - 1, 10);
	return arg;
}

int main(void)
{
	pthread_t first, second;
	int i;

	for (i = 0; i < 8; i++)
		pthread_mutex_init(&buckets[i].lock, NULL);
	pthread_create(&first, NULL, up, NULL);
	pthread_create(&second, NULL, down, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
