// SPDX-License-Identifier: MIT
/*
 * Twenty functions that call each other in a circle, called with a lock held.
 * At the bottom it is released for good.
 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void bottom(void)
{
	pthread_mutex_unlock(&m);
}

static void f0(int n);

#define STEP(this, next)                                                                \
	static void this(int n)                                                         \
	{                                                                               \
		if (n > 0)                                                              \
			next(n - 1);                                                    \
		else                                                                    \
			bottom();                                                       \
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
	pthread_mutex_lock(&m);
	f7(100);
	count++; // RACE
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, work, NULL);
	pthread_create(&second, NULL, work, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
