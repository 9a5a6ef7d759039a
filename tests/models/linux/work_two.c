// SPDX-License-Identifier: MIT
/* A work item does not run twice at the same time; two items do, also with one function. */
#include "module.h"

struct work_struct {
	void (*func)(struct work_struct *);
};
int schedule_work(struct work_struct *w);

static int jobs, alone;

static void work(struct work_struct *w)
{
	(void)w;
	jobs++; // RACE
}

static void only(struct work_struct *w)
{
	(void)w;
	alone++; // NORACE
}

static struct work_struct first = {work}, second = {work}, third = {only};

int init_module(void)
{
	schedule_work(&first);
	schedule_work(&second);
	schedule_work(&third);
	schedule_work(&third);
	return 0;
}
