// SPDX-License-Identifier: MIT
/* As lost_in_recursion.c, but it is event_lock that the operation releases. */
#include "module.h"

struct node {
	spinlock_t lock;
	int n;
};

struct cursor {
	spinlock_t *lock;
	int open;
};

struct ops {
	void (*show)(int depth);
	void (*stop)(struct cursor *c);
};

static spinlock_t list_lock;
static spinlock_t event_lock;
static struct node first, second;
static spinlock_t *near[2] = {&list_lock, &first.lock};
static spinlock_t *far[2] = {&first.lock, &event_lock};
static struct cursor cursor = {&event_lock, 0};
static struct cursor *cursors[2] = {&cursor, &cursor};
static int state; /* under event_lock */

static void pass_to(int depth);

/* What a table of operations has: the caller has locked. */
static void stop(struct cursor *c)
{
	if (c->open)
		spin_unlock(c->lock);
}

static void show_near(int depth)
{
	spinlock_t *l = near[depth & 1];

	spin_lock(l);
	pass_to(depth - 1);
	spin_unlock(l);
}

static void show_far(int depth)
{
	spinlock_t *l = far[0];

	spin_lock(l);
	pass_to(depth - 1);
	spin_unlock(l);
}

static void count(int depth)
{
	spin_lock(&second.lock);
	second.n += depth;
	spin_unlock(&second.lock);
	pass_to(depth - 1);
}

static const struct ops tables[3] = {{show_near, stop}, {show_far, stop}, {count, stop}};

/* So that the recursion is a large one. */
#define LAYER(name, next)                                                                          \
	static void next(int depth);                                                               \
	static void name(int depth)                                                                \
	{                                                                                          \
		next(depth);                                                                       \
	}
LAYER(l01, l02) LAYER(l02, l03) LAYER(l03, l04) LAYER(l04, l05) LAYER(l05, l06)
LAYER(l06, l07) LAYER(l07, l08) LAYER(l08, l09) LAYER(l09, l10) LAYER(l10, l11)
LAYER(l11, l12) LAYER(l12, l13) LAYER(l13, l14) LAYER(l14, l15) LAYER(l15, last)

static void last(int depth)
{
	const struct ops *o = &tables[depth % 3];

	o->show(depth);
	o->stop(cursors[0]);
}

static void pass_to(int depth)
{
	if (depth > 0)
		l01(depth);
}

static int event(void *unused)
{
	(void)unused;
	spin_lock(&event_lock);
	pass_to(5);
	state++; // RACE
	spin_unlock(&event_lock);
	return 0;
}

int init_module(void)
{
	cursor.open = 1;
	kthread_create_on_node(event, 0, 0, "a");
	kthread_create_on_node(event, 0, 0, "b");
	return 0;
}

void cleanup_module(void)
{
}
