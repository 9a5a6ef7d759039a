// SPDX-License-Identifier: MIT
/* Locks made of loads and stores that are none: who announces itself in too weak an order, without
 * the fence, or only after the look, does not keep the other out; nor does a ticket that two may get. */
#include <pthread.h>
#include <stdatomic.h>

static long peterson, fenced, dekker, looked, tickets;

/* Peterson */
static atomic_int wants[2], turn;

static void peterson_lock(int me)
{
	int other = 1 - me;

	atomic_store_explicit(&wants[me], 1, memory_order_release);
	atomic_store_explicit(&turn, other, memory_order_release);
	while (atomic_load_explicit(&wants[other], memory_order_acquire) &&
	       atomic_load_explicit(&turn, memory_order_acquire) == other)
		;
}

static void peterson_unlock(int me)
{
	atomic_store_explicit(&wants[me], 0, memory_order_release);
}

/* the same with a fence */
struct pair {
	atomic_int wants[2], turn;
};
static struct pair pair;

static void pair_announce(struct pair *p, int me)
{
	atomic_store_explicit(&p->wants[me], 1, memory_order_relaxed);
	atomic_store_explicit(&p->turn, 1 - me, memory_order_relaxed);
}

static void pair_lock(struct pair *p, int me)
{
	pair_announce(p, me);
	while (atomic_load_explicit(&p->wants[1 - me], memory_order_acquire) &&
	       atomic_load_explicit(&p->turn, memory_order_acquire) == 1 - me)
		;
}

static void pair_unlock(struct pair *p, int me)
{
	atomic_store_explicit(&p->wants[me], 0, memory_order_release);
}

/* Dekker */
static atomic_int inside[2], favoured;

static void dekker_lock(int me)
{
	atomic_store_explicit(&inside[me], 1, memory_order_release);
	while (atomic_load_explicit(&inside[!me], memory_order_acquire)) {
		if (atomic_load_explicit(&favoured, memory_order_acquire) == me)
			continue;
		atomic_store_explicit(&inside[me], 0, memory_order_release);
		while (atomic_load_explicit(&favoured, memory_order_acquire) != me)
			;
		atomic_store_explicit(&inside[me], 1, memory_order_release);
	}
}

static void dekker_unlock(int me)
{
	atomic_store_explicit(&favoured, !me, memory_order_seq_cst);
	atomic_store_explicit(&inside[me], 0, memory_order_seq_cst);
}

/* looks, and then says that it is there */
static atomic_int there[2];

static void look_lock(int me)
{
	while (atomic_load(&there[!me]))
		;
	atomic_store(&there[me], 1);
}

static void look_unlock(int me)
{
	atomic_store(&there[me], 0);
}

/* tickets */
static atomic_uint next_ticket, served;

static void ticket_lock(void)
{
	unsigned mine = atomic_load(&next_ticket);

	atomic_store(&next_ticket, mine + 1);
	while (atomic_load_explicit(&served, memory_order_acquire) != mine)
		;
}

static void ticket_unlock(void)
{
	atomic_fetch_add_explicit(&served, 1, memory_order_release);
}

static void *peterson_work(void *arg)
{
	int me = *(int *)arg;

	peterson_lock(me);
	peterson++; // RACE
	peterson_unlock(me);
	return arg;
}

static void *pair_work(void *arg)
{
	int me = *(int *)arg;

	pair_lock(&pair, me);
	fenced++; // RACE
	pair_unlock(&pair, me);
	return arg;
}

static void *dekker_work(void *arg)
{
	int me = *(int *)arg;

	dekker_lock(me);
	dekker++; // RACE
	dekker_unlock(me);
	return arg;
}

static void *look_work(void *arg)
{
	int me = *(int *)arg;

	look_lock(me);
	looked++; // RACE
	look_unlock(me);
	return arg;
}

static void *ticket_work(void *arg)
{
	ticket_lock();
	tickets++; // RACE
	ticket_unlock();
	return arg;
}

static void run(void *(*work)(void *))
{
	int ids[] = {0, 1};
	pthread_t a, b;

	pthread_create(&a, NULL, work, &ids[0]);
	pthread_create(&b, NULL, work, &ids[1]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
}

int main(void)
{
	run(peterson_work);
	run(pair_work);
	run(dekker_work);
	run(look_work);
	run(ticket_work);
	return peterson + fenced + dekker + looked + tickets == 10; // NORACE
}
