// SPDX-License-Identifier: MIT
/*
 * Twenty functions that call each other in a circle. At the bottom a thread is created.
 */
#include <pthread.h>

static int count;

static void *work(void *arg)
{
	count++; // RACE
	return arg;
}

static void bottom(int n)
{
	pthread_t id;

	if (pthread_create(&id, NULL, work, NULL) == 0)
		pthread_detach(id);
	(void)n;
}

static void f0(int n);

#define STEP(this, next)                                                                \
	static void this(int n)                                                         \
	{                                                                               \
		if (n > 0)                                                              \
			next(n - 1);                                                    \
		else                                                                    \
			bottom(n);                                                      \
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

int main(void)
{
	f7(100);
	count++; // RACE
	return 0;
}
