// SPDX-License-Identifier: MIT
// Semaphores made of an atomic: locks, where they begin with one; or one waits for the other.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct semaphore {
	atomic_int count;
};
static struct semaphore static_one = {1};
static struct semaphore stored = {0};
static struct semaphore *allocated;
static struct semaphore several[2] = {{1}, {1}};
static int of_several;
static int tried = 1;
static atomic_uint filled;
static int counted, summed, noted, marked, slot;

static void down(struct semaphore *s)
{
	int n;

	do {
		while ((n = atomic_load(&s->count)) <= 0)
			sched_yield();
	} while (!atomic_compare_exchange_weak(&s->count, &n, n - 1));
}

static void up(struct semaphore *s)
{
	atomic_fetch_add(&s->count, 1);
}

static bool try_down(int *s)
{
	int n = __atomic_load_n(s, __ATOMIC_RELAXED);

	while (n > 0)
		if (__atomic_compare_exchange_n(s, &n, n - 1, false, __ATOMIC_ACQUIRE,
						__ATOMIC_RELAXED))
			return true;
	return false;
}

static void give(int *s)
{
	__atomic_fetch_add(s, 1, __ATOMIC_RELEASE);
}

static void *run(void *arg)
{
	down(&static_one);
	counted++; // NORACE
	up(&static_one);

	down(&stored);
	summed++; // NORACE
	up(&stored);

	down(allocated);
	noted++; // NORACE
	up(allocated);

	down(&several[1]);
	of_several++; // NORACE
	up(&several[1]);

	if (try_down(&tried)) {
		marked++; // NORACE
		give(&tried);
	}
	return arg;
}

static void *fill(void *arg)
{
	slot = 1; // NORACE
	atomic_fetch_add(&filled, 1);
	return arg;
}

static void *drain(void *arg)
{
	for (;;) {
		unsigned n = atomic_load(&filled);
		if (n && atomic_compare_exchange_strong(&filled, &n, n - 1))
			break;
	}
	return slot ? arg : NULL; // NORACE
}

int main(void)
{
	pthread_t a, b, c, d;

	allocated = malloc(sizeof(*allocated));
	atomic_init(&allocated->count, 1);
	atomic_store(&stored.count, 1);
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_create(&c, NULL, fill, NULL);
	pthread_create(&d, NULL, drain, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	pthread_join(d, NULL);
	return counted + summed + noted + marked + of_several;
}
