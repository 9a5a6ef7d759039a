// SPDX-License-Identifier: MIT
/* The kernel's locks, each with its own idea of success. */
#include "kernel.h"

static struct mutex m;
static spinlock_t s;
static raw_spinlock_t raw;
static rwlock_t rw;
static struct semaphore sem;
static struct rw_semaphore rs;
static atomic_t references;
static int by_mutex, by_mutex_try, try_wrong, interruptible, ignored, killable, by_spin, by_irq;
static int by_bh, by_raw, spin_tried, dec_locked, rw_data, rw_misused, rw_try, by_sem;
static int sem_checked, sem_tried, rs_data, rs_misused, rs_try, rs_down, rs_killable, by_rtnl;
static int rtnl_tried, outside;

static int worker(void *arg)
{
	unsigned long flags;
	int sum = 0;

	mutex_lock(&m);
	by_mutex++; // NORACE
	mutex_unlock(&m);
	if (mutex_trylock(&m)) {
		by_mutex_try++; // NORACE
		mutex_unlock(&m);
	}
	if (!mutex_trylock(&m))
		try_wrong++; // RACE
	else
		mutex_unlock(&m);
	if (mutex_lock_interruptible(&m))
		return -1;
	interruptible++; // NORACE
	mutex_unlock(&m);
	mutex_lock_interruptible(&m);
	ignored++; // RACE
	mutex_unlock(&m);
	if (mutex_lock_killable(&m) == 0) {
		killable++; // NORACE
		mutex_unlock(&m);
	}
	spin_lock(&s);
	by_spin++; // NORACE
	spin_unlock(&s);
	spin_lock_irq(&s);
	by_irq++; // NORACE
	spin_unlock_irq(&s);
	spin_lock_bh(&s);
	by_bh++; // NORACE
	spin_unlock_bh(&s);
	flags = _raw_spin_lock_irqsave(&raw);
	by_raw++; // NORACE
	_raw_spin_unlock_irqrestore(&raw, flags);
	if (spin_trylock(&s)) {
		spin_tried++; // NORACE
		spin_unlock(&s);
	}
	if (_atomic_dec_and_lock(&references, &s)) {
		dec_locked++; // NORACE
		spin_unlock(&s);
	}
	read_lock(&rw);
	sum += rw_data; // NORACE
	rw_misused++; // RACE
	read_unlock(&rw);
	write_lock(&rw);
	rw_data++; // NORACE
	write_unlock(&rw);
	if (read_trylock(&rw)) {
		sum += rw_try; // NORACE
		read_unlock(&rw);
	}
	if (write_trylock(&rw)) {
		rw_try++; // NORACE
		write_unlock(&rw);
	}
	down(&sem);
	by_sem++; // NORACE
	up(&sem);
	if (down_interruptible(&sem) == 0) {
		sem_checked++; // NORACE
		up(&sem);
	}
	if (down_trylock(&sem) == 0) {
		sem_tried++; // NORACE
		up(&sem);
	}
	down_read(&rs);
	sum += rs_data; // NORACE
	rs_misused++; // RACE
	up_read(&rs);
	down_write(&rs);
	rs_data++; // NORACE
	downgrade_write(&rs);
	sum += rs_data; // NORACE
	rs_down++; // RACE
	up_read(&rs);
	if (down_read_trylock(&rs)) {
		sum += rs_try; // NORACE
		up_read(&rs);
	}
	if (down_write_trylock(&rs)) {
		rs_try++; // NORACE
		up_write(&rs);
	}
	if (down_write_killable(&rs) == 0) {
		rs_killable++; // NORACE
		up_write(&rs);
	}
	rtnl_lock();
	by_rtnl++; // NORACE
	rtnl_unlock();
	if (rtnl_trylock()) {
		rtnl_tried++; // NORACE
		rtnl_unlock();
	}
	outside += sum; // RACE
	return arg != 0;
}

int main(void)
{
	sema_init(&sem, 1);
	kthread_create_on_node(worker, 0, -1, "one");
	kthread_create_on_node(worker, 0, -1, "two");
	return 0;
}
