// SPDX-License-Identifier: MIT
/* Sixteen threads that create each other: there are more ways from one to another than can
 * be told apart, and every one of them races with every other. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int guarded, bare, before;

#define ALL(X) \
	X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
#define EACH(X) \
	X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
#define DECLARE(i)                  \
	static void *item##i(void *); \
	static int arg##i;
#define START(i) pthread_create(&id, NULL, item##i, &arg##i);
#define DEFINE(i)                      \
	static void *item##i(void *arg) \
	{                              \
		pthread_t id;          \
		touch(arg);            \
		EACH(START)             \
		return NULL;           \
	}

ALL(DECLARE)

static void touch(int *own)
{
	*own += before; // RACE
	bare++;		// RACE
	pthread_mutex_lock(&lock);
	guarded++; // NORACE
	pthread_mutex_unlock(&lock);
}

ALL(DEFINE)

int main(void)
{
	pthread_t id;

	before = 1; // NORACE
	pthread_create(&id, NULL, item0, &arg0);
	pthread_mutex_lock(&lock);
	guarded++; // NORACE
	pthread_mutex_unlock(&lock);
	return 0;
}
