// SPDX-License-Identifier: MIT
/* docs/soundness.md, 30: atomics of different sizes over the same bytes. */
#include <pthread.h>
#include <stdatomic.h>
static union {
	atomic_int whole;
	atomic_char part;
} u;

static void *one(void *arg)
{
	atomic_store(&u.whole, 1); // FN soundness.md, 30
	return arg;
}

static void *two(void *arg)
{
	atomic_store(&u.part, 2); // FN soundness.md, 30
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
