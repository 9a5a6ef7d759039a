// SPDX-License-Identifier: MIT
/* Work items and timers: the function is a field of what is queued, and gets it. After
 * cancel_work_sync it does not run. */
#include <stdbool.h>
#include "kernel.h"

struct list_head {
	struct list_head *next, *prev;
};
struct work_struct {
	long data;
	struct list_head entry;
	void (*func)(struct work_struct *work);
};
struct timer_list {
	void *entry[2];
	unsigned long expires;
	void (*function)(struct timer_list *timer);
	unsigned flags;
};
struct workqueue_struct;

bool queue_work_on(int cpu, struct workqueue_struct *queue, struct work_struct *work);
bool cancel_work_sync(struct work_struct *work);
int mod_timer(struct timer_list *timer, unsigned long expires);

struct device {
	struct mutex lock;
	int guarded, bare, cancelled;
	struct work_struct work;
	struct timer_list timer;
	int ticks;
};

#define of(type, member, p) ((type *)((char *)(p) - __builtin_offsetof(type, member)))

static void work(struct work_struct *w)
{
	struct device *d = of(struct device, work, w);

	mutex_lock(&d->lock);
	d->guarded++; // NORACE
	mutex_unlock(&d->lock);
	d->bare++; // RACE
	d->cancelled++; // NORACE
}

static void tick(struct timer_list *t)
{
	struct device *d = of(struct device, timer, t);

	d->ticks++; // RACE
}

static struct device device;

int main(void)
{
	struct device *d = &device;

	d->work.func = work;
	d->timer.function = tick;
	d->cancelled = 0; // NORACE
	queue_work_on(0, 0, &d->work);
	mod_timer(&d->timer, 100);
	mutex_lock(&d->lock);
	d->guarded++; // NORACE
	mutex_unlock(&d->lock);
	d->bare++; // RACE
	d->ticks++; // RACE
	cancel_work_sync(&d->work);
	d->cancelled++; // NORACE
	return 0;
}
