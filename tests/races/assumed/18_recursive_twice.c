// SPDX-License-Identifier: MIT
/* A recursive mutex is locked by two pointers that may be the same: then the other object
 * is not locked. */
#include <pthread.h>

struct box {
	pthread_mutex_t lock;
	int value;
};

static struct box left, right;

static void *pick(void *arg)
{
	int n = *(int *)arg;
	struct box *p = n & 1 ? &left : &right;
	struct box *q = n & 2 ? &left : &right;

	pthread_mutex_lock(&p->lock);
	pthread_mutex_lock(&q->lock);
	right.value++; // FN 18: two names are taken for two locks
	pthread_mutex_unlock(&q->lock);
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static void *other(void *arg)
{
	pthread_mutex_lock(&right.lock);
	right.value++; // FN 18: two names are taken for two locks
	pthread_mutex_unlock(&right.lock);
	return arg;
}

int main(void)
{
	pthread_mutexattr_t recursive;
	pthread_t a, b;
	int both = 3;

	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&left.lock, &recursive);
	pthread_mutex_init(&right.lock, &recursive);
	pthread_create(&a, NULL, pick, &both);
	pthread_create(&b, NULL, other, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return right.value;
}
