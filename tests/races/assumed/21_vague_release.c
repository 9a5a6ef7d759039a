// SPDX-License-Identifier: MIT
/* A lock made of an atomic is given back through a pointer that may mean other memory
 * as well: that is not noticed, and what follows counts as guarded. */
#include <pthread.h>
#include <stdatomic.h>

struct slot {
	atomic_int value;
};

static struct slot lock, other;
static int n;

static void clear(struct slot *s)
{
	atomic_store(&s->value, 0);
}

static void take(void)
{
	while (atomic_exchange(&lock.value, 1))
		;
}

static void *work(void *arg)
{
	take();
	n++; // FN it meets the one below in the other thread
	clear(arg ? &lock : &other);
	n++; // FN the pointer may mean something else than the lock
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, &n);
	work(&n);
	pthread_join(t, NULL);
	return 0;
}
