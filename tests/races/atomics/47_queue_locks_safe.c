/* Locks with a queue of those who wait: MCS, CLH, an array of slots. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/* ---- MCS: each waits for a word of its own ---- */

struct waiter {
	_Atomic(struct waiter *) next;
	atomic_int wait;
};
static _Atomic(struct waiter *) mcs_tail;
static int by_mcs;

static void mcs_lock(struct waiter *me)
{
	atomic_store(&me->next, NULL);
	struct waiter *before = atomic_exchange(&mcs_tail, me);
	if (before) {
		atomic_store(&me->wait, 1);
		atomic_store(&before->next, me);
		while (atomic_load(&me->wait))
			;
	}
}

static void mcs_unlock(struct waiter *me)
{
	struct waiter *next = atomic_load(&me->next);
	if (!next) {
		struct waiter *last = me;
		if (atomic_compare_exchange_strong(&mcs_tail, &last, NULL))
			return;
		while (!(next = atomic_load(&me->next)))
			;
	}
	atomic_store(&next->wait, 0);
}

/* ---- CLH: each waits for the word of the one before ---- */

struct node {
	atomic_bool locked;
};
struct place {
	struct node *node, *before;
};
static _Atomic(struct node *) clh_tail;
static int by_clh;

static void clh_lock(struct place *p)
{
	atomic_store(&p->node->locked, true);
	p->before = atomic_exchange(&clh_tail, p->node);
	while (atomic_load(&p->before->locked))
		;
}

static void clh_unlock(struct place *p)
{
	struct node *mine = p->node;
	p->node = p->before;
	atomic_store(&mine->locked, false);
}

/* ---- slots in turn ---- */

enum { SLOTS = 64 };
static struct {
	atomic_uint tail;
	atomic_bool go[SLOTS];
} turns;
static int by_turns;

static unsigned turns_lock(void)
{
	unsigned slot = atomic_fetch_add(&turns.tail, 1) % SLOTS;
	while (!atomic_load(&turns.go[slot]))
		;
	atomic_store(&turns.go[slot], 0);
	return slot;
}

static void turns_unlock(unsigned slot)
{
	atomic_store(&turns.go[(slot + 1) % SLOTS], 1);
}

static void *run(void *p)
{
	struct waiter me;
	struct place place = {malloc(sizeof(struct node)), NULL};
	for (int i = 0; i < 10; i++) {
		mcs_lock(&me);
		by_mcs++; // NORACE
		mcs_unlock(&me);
		clh_lock(&place);
		by_clh++; // NORACE
		clh_unlock(&place);
		unsigned slot = turns_lock();
		by_turns++; // NORACE
		turns_unlock(slot);
	}
	return p;
}

int main(void)
{
	pthread_t a, b;
	struct node *first = malloc(sizeof(*first));
	atomic_init(&first->locked, false);
	atomic_init(&clh_tail, first);
	atomic_init(&turns.go[0], 1);
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return by_mcs + by_clh + by_turns;
}
