// SPDX-License-Identifier: MIT
/*
 * Twenty functions that call each other in a circle, each with a lock held. At the
 * bottom locks are released that are found by walking over a list: never
 * the one that is held.
 */
#include <pthread.h>
#include <stdlib.h>

struct item {
	pthread_mutex_t lock;
	int key, count;
	struct item *next;
};

static struct item *mine, *others;

static void touch(struct item *i)
{
	i->count++; // NORACE
}

static void bottom(int key)
{
	for (struct item *p = others; p; p = p->next)
		if (p->key == key)
			pthread_mutex_unlock(&p->lock);
}

static void f0(int n);

#define STEP(this, next)                                                                \
	static void this(int n)                                                         \
	{                                                                               \
		if (n == 0) {                                                           \
			bottom(n);                                                      \
			return;                                                         \
		}                                                                       \
		pthread_mutex_lock(&mine->lock);                                        \
		next(n - 1);                                                            \
		touch(mine);                                                            \
		pthread_mutex_unlock(&mine->lock);                                      \
	}

STEP(f19, f0)
STEP(f18, f19)
STEP(f17, f18)
STEP(f16, f17)
STEP(f15, f16)
STEP(f14, f15)
STEP(f13, f14)
STEP(f12, f13)
STEP(f11, f12)
STEP(f10, f11)
STEP(f9, f10)
STEP(f8, f9)
STEP(f7, f8)
STEP(f6, f7)
STEP(f5, f6)
STEP(f4, f5)
STEP(f3, f4)
STEP(f2, f3)
STEP(f1, f2)
STEP(f0, f1)

static void *work(void *arg)
{
	f7(100);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	mine = calloc(1, sizeof(*mine));
	others = calloc(1, sizeof(*others));
	pthread_mutex_init(&mine->lock, NULL);
	pthread_mutex_init(&others->lock, NULL);
	pthread_create(&first, NULL, work, NULL);
	pthread_create(&second, NULL, work, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
