// SPDX-License-Identifier: MIT
/* A file that is read in steps: what 'start' locks is held in 'next' and 'show', until 'stop'. */
#include "module.h"

struct seq_file;
struct seq_operations {
	void *(*start)(struct seq_file *f, long *at);
	void (*stop)(struct seq_file *f, void *v);
	void *(*next)(struct seq_file *f, void *v, long *at);
	int (*show)(struct seq_file *f, void *v);
};

static struct mutex list_lock;
static int count, shown, open_count, late, started;

static void *list_start(struct seq_file *f, long *at)
{
	(void)f;
	mutex_lock(&list_lock);
	return *at < count ? &count : 0; // NORACE
}

static void list_stop(struct seq_file *f, void *v)
{
	(void)f, (void)v;
	mutex_unlock(&list_lock);
	late++; // RACE
}

static void *list_next(struct seq_file *f, void *v, long *at)
{
	(void)f, (void)v;
	return ++*at < count ? &count : 0; // NORACE
}

static int list_show(struct seq_file *f, void *v)
{
	(void)f, (void)v;
	shown++; // NORACE
	return 0;
}

/* another file, which locks nothing */
static void *open_start(struct seq_file *f, long *at)
{
	(void)f, (void)at;
	return &open_count;
}

static void open_stop(struct seq_file *f, void *v)
{
	(void)f, (void)v;
}

static int open_show(struct seq_file *f, void *v)
{
	(void)f, (void)v;
	return open_count++; // RACE
}

/* an array: each of its functions is called */
static void *second_start(struct seq_file *f, long *at)
{
	(void)f, (void)at;
	started++; // RACE
	return &started;
}

const struct seq_operations both_operations[] = {{open_start, open_stop, 0, open_show},
						 {second_start, open_stop, 0, open_show}};
const struct seq_operations list_operations = {list_start, list_stop, list_next, list_show};
const struct seq_operations open_operations = {open_start, open_stop, 0, open_show};

int add(void)
{
	mutex_lock(&list_lock);
	count++; // NORACE
	mutex_unlock(&list_lock);
	return 0;
}

int init_module(void)
{
	return 0;
}
