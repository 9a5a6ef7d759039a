// SPDX-License-Identifier: MIT
// The same, where the one who leaves says so by an order too weak for what it guards.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#define RELEASE memory_order_relaxed

/* ---- MCS, with the nodes on the stacks of who waits ---- */

struct node {
	_Atomic(struct node *) next;
	atomic_int wait;
};
struct mcs {
	_Atomic(struct node *) tail;
};
static struct mcs queue;
static long total;

static void mcs_lock(struct mcs *m, struct node *n)
{
	atomic_store_explicit(&n->next, NULL, memory_order_relaxed);
	atomic_store_explicit(&n->wait, 1, memory_order_relaxed);
	struct node *before = atomic_exchange_explicit(&m->tail, n, memory_order_acq_rel);
	if (before) {
		atomic_store_explicit(&before->next, n, memory_order_release);
		while (atomic_load_explicit(&n->wait, memory_order_acquire))
			;
	}
}

static void mcs_unlock(struct mcs *m, struct node *n)
{
	struct node *next = atomic_load_explicit(&n->next, memory_order_acquire);
	if (!next) {
		struct node *expected = n;
		if (atomic_compare_exchange_strong_explicit(&m->tail, &expected, NULL,
							    memory_order_release,
							    memory_order_relaxed))
			return;
		while (!(next = atomic_load_explicit(&n->next, memory_order_acquire)))
			;
	}
	atomic_store_explicit(&next->wait, 0, RELEASE);
}

/* ---- CLH, with nodes that go from one to the other ---- */

struct word {
	atomic_bool busy;
};
struct mine {
	struct word *own, *before;
};
static _Atomic(struct word *) last;
static int counted;

static void clh_lock(struct mine *m)
{
	atomic_store(&m->own->busy, true);
	m->before = atomic_exchange(&last, m->own);
	while (atomic_load(&m->before->busy))
		;
}

static void clh_unlock(struct mine *m)
{
	atomic_store_explicit(&m->own->busy, false, RELEASE);
	m->own = m->before;
}

/* ---- slots in turn ---- */

enum { SLOTS = 8 };
struct turns {
	atomic_int slot[SLOTS];
	atomic_uint next;
};
static struct turns turns = {.slot = {1}};
static int sum;

static unsigned take_turn(struct turns *t)
{
	unsigned s = atomic_fetch_add(&t->next, 1) % SLOTS;
	while (!atomic_load_explicit(&t->slot[s], memory_order_acquire))
		;
	atomic_store_explicit(&t->slot[s], 0, memory_order_relaxed);
	return s;
}

static void give_turn(struct turns *t, unsigned s)
{
	atomic_store_explicit(&t->slot[(s + 1) % SLOTS], 1, RELEASE);
}

static void *by_mcs(void *arg)
{
	struct node n;
	for (int i = 0; i < 50; i++) {
		mcs_lock(&queue, &n);
		total += i; // RACE
		mcs_unlock(&queue, &n);
	}
	return arg;
}

static void *by_clh(void *arg)
{
	struct mine m = {.own = calloc(1, sizeof(struct word))};
	for (int i = 0; i < 50; i++) {
		clh_lock(&m);
		counted++; // RACE
		clh_unlock(&m);
	}
	return arg;
}

static void *by_turns(void *arg)
{
	unsigned s = take_turn(&turns);
	sum++; // RACE
	give_turn(&turns, s);
	return arg;
}

int main(void)
{
	pthread_t id[6];
	atomic_init(&last, calloc(1, sizeof(struct word)));
	pthread_create(&id[0], NULL, by_mcs, NULL);
	pthread_create(&id[1], NULL, by_mcs, NULL);
	pthread_create(&id[2], NULL, by_clh, NULL);
	pthread_create(&id[3], NULL, by_clh, NULL);
	pthread_create(&id[4], NULL, by_turns, NULL);
	pthread_create(&id[5], NULL, by_turns, NULL);
	for (int i = 0; i < 6; i++)
		pthread_join(id[i], NULL);
	return total + counted + sum;
}
