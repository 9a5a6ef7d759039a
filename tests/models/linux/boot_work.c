// SPDX-License-Identifier: MIT
/* An initcall goes on after it has queued work: that races, but not as surely as what a module does
 * when it begins (the same, begun by init_module, is of level high). What another thread does later is as sure
 * as ever. */
#include <stdbool.h>
#include "module.h"

struct workqueue_struct;
struct work_struct {
	long data;
	void *entry[2];
	void (*func)(struct work_struct *work);
};
bool queue_work_on(int cpu, struct workqueue_struct *queue, struct work_struct *work);

#define __init __attribute__((section(".init.text")))
#define __addressable(f) static void *addressable_##f __attribute__((used)) = (void *)f

static struct work_struct work;
static int early, hits;

static void run(struct work_struct *w)
{
	(void)w;
	hits += early; // RACE
}

static int __init start(void)
{
	work.func = run;
	queue_work_on(0, 0, &work);
	early = 3; // RACE
	return 0;
}
__addressable(start);

static long look(struct file *f, char *buffer, unsigned long n, long *at)
{
	(void)f, (void)buffer, (void)at;
	return n + hits; // RACE
}

const struct file_operations boot_operations = {look, 0, 0, 0};
