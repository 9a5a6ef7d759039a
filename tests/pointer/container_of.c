// SPDX-License-Identifier: MIT
/* Kernel lists: links inside the elements, the element found from its link. Two
 * kinds of element in two lists stay apart, though the list code is shared. */
#include <stddef.h>
#include <stdlib.h>

struct list {
	struct list *next, *prev;
};

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

struct device {
	int id;
	struct list link;
	void *driver;
};

struct timer {
	struct list link;
	void (*run)(struct timer *);
};

static struct list devices = {&devices, &devices};
static struct list timers = {&timers, &timers};
static int driver_data;

static void list_add(struct list *new, struct list *head)
{
	new->next = head->next;
	new->prev = head;
	head->next->prev = new;
	head->next = new;
}

static void tick(struct timer *t)
{
	t->run = NULL;
}

static void *first_driver(void)
{
	struct device *d = container_of(devices.next, struct device, link);

	return d->driver;
}

int main(void)
{
	struct device *d = malloc(sizeof(*d));
	struct timer *t = malloc(sizeof(*t));

	d->driver = &driver_data;
	list_add(&d->link, &devices);
	t->run = tick;
	list_add(&t->link, &timers);
	container_of(timers.next, struct timer, link)->run(t);
	return first_driver() != NULL;
}
