// SPDX-License-Identifier: MIT
/* Two threads set a bit each, by a helper that is told which: it is not known that the first bit is only set by
 * the first thread. With constants in place of the helper it is (28_all_bits_safe.c). */
#include <pthread.h>

enum { HAVE_A = 1, HAVE_B = 2, HAVE_BOTH = 3 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static unsigned have;
static int a, b;

static void set(unsigned bit)
{
	pthread_mutex_lock(&m);
	have |= bit; // NORACE
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
}

static void *get_a(void *arg)
{
	a = 1; // FP the bit is set after that
	set(HAVE_A);
	return arg;
}

static void *get_b(void *arg)
{
	b = 2; // FP the bit is set after that
	set(HAVE_B);
	return arg;
}

int main(void)
{
	pthread_t p, q;

	pthread_create(&p, NULL, get_a, NULL);
	pthread_create(&q, NULL, get_b, NULL);
	pthread_mutex_lock(&m);
	while ((have & HAVE_BOTH) != HAVE_BOTH) // NORACE
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return a + b; // FP the bit is set after that
}
