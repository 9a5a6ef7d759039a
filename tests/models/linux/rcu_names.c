// SPDX-License-Identifier: MIT
/* All names of RCU's sections and grace periods. */
#include "module.h"

struct srcu_struct {
	int n;
};
void rcu_read_lock(void);
void rcu_read_unlock(void);
void __rcu_read_lock(void);
void __rcu_read_unlock(void);
void rcu_read_lock_bh(void);
void rcu_read_unlock_bh(void);
void rcu_read_lock_sched(void);
void rcu_read_unlock_sched(void);
void rcu_read_lock_sched_notrace(void);
void rcu_read_unlock_sched_notrace(void);
int srcu_read_lock(struct srcu_struct *s);
void srcu_read_unlock(struct srcu_struct *s, int n);
int __srcu_read_lock(struct srcu_struct *s);
void __srcu_read_unlock(struct srcu_struct *s, int n);
int srcu_read_lock_notrace(struct srcu_struct *s);
void srcu_read_unlock_notrace(struct srcu_struct *s, int n);
void synchronize_rcu_expedited(void);
void synchronize_rcu_bh(void);
void synchronize_sched(void);
void synchronize_net(void);
void synchronize_rcu_tasks(void);
void cond_synchronize_rcu(unsigned long state);
void synchronize_srcu(struct srcu_struct *s);
void synchronize_srcu_expedited(struct srcu_struct *s);

struct entry {
	int value, outside;
};
static struct srcu_struct domain;
static struct mutex lock;
static struct entry *slot0, *slot1, *slot2, *slot3, *slot4, *slot5, *slot6, *slot7, *slot8;

static long look(struct file *f, char *buffer, unsigned long n, long *at)
{
	struct entry *e;

	(void)f, (void)buffer, (void)at;
	__rcu_read_lock();
	e = rcu_dereference(slot0);
	if (e)
		n += e->value; // NORACE
	__rcu_read_unlock();
	e = rcu_dereference(slot0);
	if (e)
		n += e->outside; // RACE
	rcu_read_lock_bh();
	e = rcu_dereference(slot1);
	if (e)
		n += e->value; // NORACE
	rcu_read_unlock_bh();
	e = rcu_dereference(slot1);
	if (e)
		n += e->outside; // RACE
	rcu_read_lock_sched();
	e = rcu_dereference(slot2);
	if (e)
		n += e->value; // NORACE
	rcu_read_unlock_sched();
	e = rcu_dereference(slot2);
	if (e)
		n += e->outside; // RACE
	rcu_read_lock_sched_notrace();
	e = rcu_dereference(slot3);
	if (e)
		n += e->value; // NORACE
	rcu_read_unlock_sched_notrace();
	e = rcu_dereference(slot3);
	if (e)
		n += e->outside; // RACE
	rcu_read_lock();
	e = rcu_dereference(slot4);
	if (e)
		n += e->value; // NORACE
	rcu_read_unlock();
	e = rcu_dereference(slot4);
	if (e)
		n += e->outside; // RACE
	rcu_read_lock();
	e = rcu_dereference(slot5);
	if (e)
		n += e->value; // NORACE
	rcu_read_unlock();
	e = rcu_dereference(slot5);
	if (e)
		n += e->outside; // RACE
	srcu_read_lock(&domain);
	e = rcu_dereference(slot6);
	if (e)
		n += e->value; // NORACE
	srcu_read_unlock(&domain, 0);
	e = rcu_dereference(slot6);
	if (e)
		n += e->outside; // RACE
	__srcu_read_lock(&domain);
	e = rcu_dereference(slot7);
	if (e)
		n += e->value; // NORACE
	__srcu_read_unlock(&domain, 0);
	e = rcu_dereference(slot7);
	if (e)
		n += e->outside; // RACE
	srcu_read_lock_notrace(&domain);
	e = rcu_dereference(slot8);
	if (e)
		n += e->value; // NORACE
	srcu_read_unlock_notrace(&domain, 0);
	e = rcu_dereference(slot8);
	if (e)
		n += e->outside; // RACE
	return n;
}

static long change(struct file *f, const char *buffer, unsigned long n, long *at)
{
	struct entry *old;

	(void)f, (void)buffer, (void)at;
	mutex_lock(&lock);
	old = slot0;
	rcu_assign_pointer(slot0, kzalloc(sizeof(*old), 0));
	mutex_unlock(&lock);
	synchronize_rcu_expedited();
	if (old) {
		old->value = 1; // NORACE
		old->outside = 1; // RACE
	}
	mutex_lock(&lock);
	old = slot1;
	rcu_assign_pointer(slot1, kzalloc(sizeof(*old), 0));
	mutex_unlock(&lock);
	synchronize_rcu_bh();
	if (old) {
		old->value = 1; // NORACE
		old->outside = 1; // RACE
	}
	mutex_lock(&lock);
	old = slot2;
	rcu_assign_pointer(slot2, kzalloc(sizeof(*old), 0));
	mutex_unlock(&lock);
	synchronize_sched();
	if (old) {
		old->value = 1; // NORACE
		old->outside = 1; // RACE
	}
	mutex_lock(&lock);
	old = slot3;
	rcu_assign_pointer(slot3, kzalloc(sizeof(*old), 0));
	mutex_unlock(&lock);
	synchronize_net();
	if (old) {
		old->value = 1; // NORACE
		old->outside = 1; // RACE
	}
	mutex_lock(&lock);
	old = slot4;
	rcu_assign_pointer(slot4, kzalloc(sizeof(*old), 0));
	mutex_unlock(&lock);
	synchronize_rcu_tasks();
	if (old) {
		old->value = 1; // NORACE
		old->outside = 1; // RACE
	}
	return n;
}

static long change_more(struct file *f, unsigned command, unsigned long n)
{
	struct entry *old;

	(void)f, (void)command;
	mutex_lock(&lock);
	old = slot5;
	rcu_assign_pointer(slot5, kzalloc(sizeof(*old), 0));
	mutex_unlock(&lock);
	cond_synchronize_rcu(1);
	if (old) {
		old->value = 1; // NORACE
		old->outside = 1; // RACE
	}
	mutex_lock(&lock);
	old = slot6;
	rcu_assign_pointer(slot6, kzalloc(sizeof(*old), 0));
	mutex_unlock(&lock);
	synchronize_srcu(&domain);
	if (old) {
		old->value = 1; // NORACE
		old->outside = 1; // RACE
	}
	mutex_lock(&lock);
	old = slot7;
	rcu_assign_pointer(slot7, kzalloc(sizeof(*old), 0));
	mutex_unlock(&lock);
	synchronize_srcu_expedited(&domain);
	if (old) {
		old->value = 1; // NORACE
		old->outside = 1; // RACE
	}
	mutex_lock(&lock);
	old = slot8;
	rcu_assign_pointer(slot8, kzalloc(sizeof(*old), 0));
	mutex_unlock(&lock);
	synchronize_srcu(&domain);
	if (old) {
		old->value = 1; // NORACE
		old->outside = 1; // RACE
	}
	return n;
}

static const struct file_operations operations = {look, change, change_more, 0};

int init_module(void)
{
	keep(&operations);
	return 0;
}
