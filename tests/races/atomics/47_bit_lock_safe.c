// SPDX-License-Identifier: MIT
// A lock that is some bits of a word, which has other bits as well.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { DIRTY = 1, BUSY = 8, OTHER = 16 };

struct page {
	unsigned long flags;
	int users;
};
static struct page pages[4];
static unsigned char small;
static int guarded;
static atomic_uint word;
static int sum;

static void lock_page(struct page *p)
{
	while (__atomic_fetch_or(&p->flags, BUSY, __ATOMIC_ACQUIRE) & BUSY)
		sched_yield();
}

static void unlock_page(struct page *p)
{
	__atomic_fetch_and(&p->flags, ~(unsigned long)BUSY, __ATOMIC_RELEASE);
}

static bool try_small(void)
{
	return !(__sync_fetch_and_or(&small, 1) & 1);
}

static bool try_word(unsigned bits)
{
	(void)bits;
	unsigned old = atomic_fetch_or_explicit(&word, OTHER, memory_order_acquire);
	if ((old & OTHER) != 0)
		return false;
	return true;
}

static void *run(void *arg)
{
	struct page *p = arg;

	lock_page(p);
	p->users++; // NORACE
	__atomic_fetch_or(&p->flags, DIRTY, __ATOMIC_RELAXED);
	p->users--; // NORACE
	unlock_page(p);

	while (!try_small())
		;
	guarded++; // NORACE
	__sync_fetch_and_and(&small, 0xfe);

	if (try_word(OTHER)) {
		sum++; // NORACE
		atomic_fetch_and_explicit(&word, ~(unsigned)OTHER, memory_order_release);
	}
	return NULL;
}

/* one bit each: they do not keep each other out */
static unsigned long both;
static int neither;

static void *first(void *arg)
{
	while (__atomic_fetch_or(&both, 2, __ATOMIC_ACQUIRE) & 2)
		sched_yield();
	neither++; // NORACE
	__atomic_fetch_and(&both, ~2ul, __ATOMIC_RELEASE);
	return arg;
}

static void *second(void *arg)
{
	while (__atomic_fetch_or(&both, 2, __ATOMIC_ACQUIRE) & 2)
		sched_yield();
	neither--; // NORACE
	__atomic_fetch_and(&both, ~2ul, __ATOMIC_RELEASE);
	return arg;
}

int main(void)
{
	pthread_t a, b, c, d;

	pthread_create(&a, NULL, run, &pages[1]);
	pthread_create(&b, NULL, run, &pages[1]);
	pthread_create(&c, NULL, first, NULL);
	pthread_create(&d, NULL, second, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	pthread_join(d, NULL);
	return guarded + sum + neither;
}
