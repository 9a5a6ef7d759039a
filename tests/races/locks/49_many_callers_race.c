// SPDX-License-Identifier: MIT
/* Forty callers of one function, while more and more threads run; each has a lock of its
 * own, and all but one have the one that counts. */
#include <pthread.h>

#define FORTY(X)                                                                         \
	X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9)                                \
	X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19)                      \
	X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29)                      \
	X(30) X(31) X(32) X(33) X(34) X(35) X(36) X(37) X(38) X(39)

static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void count(void)
{
	total++; // RACE
}

#define CALLER(n)                                                                        \
	static pthread_mutex_t lock##n = PTHREAD_MUTEX_INITIALIZER;                      \
	static void call##n(void)                                                        \
	{                                                                                \
		pthread_mutex_lock(&big);                                                \
		pthread_mutex_lock(&lock##n);                                            \
		count();                                                                 \
		pthread_mutex_unlock(&lock##n);                                          \
		pthread_mutex_unlock(&big);                                              \
	}
FORTY(CALLER)

static void *work(void *arg)
{
	call0();
	return arg;
}

int main(void)
{
	pthread_t t[40];

#define CALL(n)                                                                          \
	pthread_create(&t[n], NULL, work, NULL);                                         \
	call##n();
	FORTY(CALL)
	pthread_mutex_lock(&lock7);
	count();
	pthread_mutex_unlock(&lock7);
	for (int i = 0; i < 40; i++)
		pthread_join(t[i], NULL);
	return 0;
}
