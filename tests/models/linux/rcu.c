// SPDX-License-Identifier: MIT
/* RCU: readers are inside a section; who has taken an object out, and has waited until the
 * readers left, has it to himself, and so has the callback of call_rcu. */
#include "module.h"

struct rcu_head {
	struct rcu_head *next;
	void (*func)(struct rcu_head *head);
};
void rcu_read_lock(void);
void rcu_read_unlock(void);
void synchronize_rcu(void);
void call_rcu(struct rcu_head *head, void (*f)(struct rcu_head *head));
void kvfree_call_rcu(struct rcu_head *head, void *p);

struct entry {
	int key, value, state, left;
	struct rcu_head rcu;
};

static struct entry *waited, *hasty, *deferred, *bare, *outside, *unguarded, *again;
static struct mutex lock;
static int freed;

static long look(struct file *f, char *buffer, unsigned long n, long *at)
{
	struct entry *e;

	(void)f, (void)buffer, (void)at;
	rcu_read_lock();
	e = rcu_dereference(waited);
	if (e)
		n += e->key + e->state; // NORACE
	e = rcu_dereference(hasty);
	if (e)
		n += e->state; // RACE
	e = rcu_dereference(deferred);
	if (e)
		n += e->value + e->left; // NORACE
	e = rcu_dereference(again);
	if (e)
		n += e->value; // RACE
	n += freed;	       // RACE
	rcu_read_unlock();
	e = rcu_dereference(outside);
	if (e)
		n += e->state; // RACE
	return n;
}

static struct entry *make(void)
{
	struct entry *e = kzalloc(sizeof(*e), 0);

	e->value = 1; // NORACE
	return e;
}

static void release(struct rcu_head *head)
{
	struct entry *e = container_of(head, struct entry, rcu);

	e->left = 1; // NORACE
	freed++;     // RACE
	kfree(e);    // NORACE
}

static struct entry *exchange(struct entry **slot, struct entry *new)
{
	struct entry *old = rcu_dereference_protected(*slot, 1); // RACE

	rcu_assign_pointer(*slot, new); // RACE
	return old;
}

static long change(struct file *f, const char *buffer, unsigned long n, long *at)
{
	struct entry *old;

	(void)f, (void)buffer, (void)at;
	mutex_lock(&lock);
	old = exchange(&waited, make());
	mutex_unlock(&lock);
	synchronize_rcu();
	if (old) {
		old->state = 2; // NORACE
		kfree(old);	// NORACE
	}

	mutex_lock(&lock);
	old = exchange(&hasty, make());
	mutex_unlock(&lock);
	if (old)
		old->state = 3; // RACE

	mutex_lock(&lock);
	old = exchange(&deferred, make());
	mutex_unlock(&lock);
	if (old)
		call_rcu(&old->rcu, release);

	mutex_lock(&lock);
	old = exchange(&outside, make());
	mutex_unlock(&lock);
	synchronize_rcu();
	if (old)
		old->state = 4; // RACE

	/* the grace period is over, but the object is still there */
	mutex_lock(&lock);
	synchronize_rcu();
	old = rcu_dereference_protected(again, 1); // NORACE
	if (old)
		old->value = 5; // RACE
	rcu_assign_pointer(again, make()); // NORACE
	mutex_unlock(&lock);

	/* the lock of those who change it is missing */
	exchange(&unguarded, make());
	return n;
}

static const struct file_operations operations = {look, change, 0, 0};

int init_module(void)
{
	keep(&operations);
	_printk("%p", bare);
	return 0;
}
