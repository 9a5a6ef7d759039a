// SPDX-License-Identifier: MIT
/* A lock with a queue, in which nobody waits. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
struct qn { _Atomic(struct qn *) next; atomic_int locked; };
static _Atomic(struct qn *) tail; static long sum;
static void lock(struct qn *n)
{
	struct qn *p;
	atomic_store(&n->next, NULL);
	atomic_store(&n->locked, 1);
	p = atomic_exchange(&tail, n);
	if (p) {
		atomic_store(&p->next, n);
		if (atomic_load(&n->locked))
			atomic_thread_fence(memory_order_seq_cst);
	}
}
static void unlock(struct qn *n)
{
	struct qn *e = n, *s;
	if (!atomic_load(&n->next)) {
		if (atomic_compare_exchange_strong(&tail, &e, NULL))
			return;
		while (!atomic_load(&n->next))
			;
	}
	s = atomic_load(&n->next);
	atomic_store(&s->locked, 0);
}
static void *w(void *a)
{
	struct qn me;
	(void)a;
	lock(&me);
	sum++; // RACE
	unlock(&me);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, w, 0);
	pthread_create(&b, 0, w, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return (int)sum;
}
