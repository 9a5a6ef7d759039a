// SPDX-License-Identifier: MIT
/* Work items of one device that queue each other: each runs once at a time, so what it has for
 * itself is safe; what two of them touch is not. */
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
struct workqueue_struct;

bool queue_work_on(int cpu, struct workqueue_struct *queue, struct work_struct *work);

#define ALL(X) \
	X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
#define EACH(X) \
	X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
#define MEMBER(i)               \
	struct work_struct work##i; \
	int own##i;
#define QUEUE(i) queue_work_on(0, 0, &d->work##i);
#define SET(i)	 d->work##i.func = run##i;
#define DEFINE(i)                                                        \
	static void run##i(struct work_struct *w)                         \
	{                                                                \
		struct device *d = of(struct device, work##i, w);        \
		step(d, &d->own##i);                                     \
		EACH(QUEUE)                                               \
	}
#define of(type, member, p) ((type *)((char *)(p) - __builtin_offsetof(type, member)))

struct device {
	struct mutex lock;
	int guarded, bare;
	ALL(MEMBER)
};

static void step(struct device *d, int *own)
{
	++*own;	   // NORACE
	d->bare++; // RACE
	mutex_lock(&d->lock);
	d->guarded++; // NORACE
	mutex_unlock(&d->lock);
}

ALL(DEFINE)

static struct device device;

int main(void)
{
	struct device *d = &device;

	ALL(SET)
	d->bare = 1; // NORACE
	QUEUE(0)
	return 0;
}
