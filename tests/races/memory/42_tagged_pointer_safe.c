// SPDX-License-Identifier: MIT
/* The lowest bit of the pointer carries a flag. */
#include <pthread.h>
#include <stdint.h>

struct leaf {
	long value;
};

static struct leaf leaf;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *tag(struct leaf *l)
{
	return (void *)((uintptr_t)l | 1);
}

static struct leaf *untag(void *p)
{
	return (struct leaf *)((uintptr_t)p & ~(uintptr_t)1);
}

static void *worker(void *arg)
{
	struct leaf *l = untag(arg);

	pthread_mutex_lock(&m);
	l->value++; // NORACE
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, tag(&leaf));
	pthread_create(&second, NULL, worker, tag(&leaf));
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
