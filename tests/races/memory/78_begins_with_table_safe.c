// SPDX-License-Identifier: MIT
/* The same as 78_begins_with_table_race.c, but main looks when the thread has been joined. */
#include <stdlib.h>

struct list {
	void (*insert)(struct list *l, void *value);
	void *(*remove)(struct list *l);
};

struct private_list {
	struct list public;
	void *first, *last;
};

static void insert(struct list *l, void *value)
{
	struct private_list *this = (struct private_list *)l;
	this->first = value; // NORACE
}

static void *take(struct list *l)
{
	struct private_list *this = (struct private_list *)l;
	return this->first; // NORACE
}

static struct list *list_create(void)
{
	struct private_list *this = calloc(1, sizeof(*this));
	this->public.insert = insert; // NORACE
	this->public.remove = take; // NORACE
	return &this->public;
}

struct job {
	void (*run)(void);
};

static int runs;

static void count(void)
{
	runs++; // NORACE
}

static void *work(void *arg)
{
	struct list *l = arg;
	struct job *j = l->remove(l);
	j->run();
	return NULL;
}

int main(void)
{
	struct list *l = list_create();
	struct job *j = malloc(sizeof(*j));
	pthread_t t;

	j->run = count; // NORACE
	l->insert(l, j);
	pthread_create(&t, NULL, work, l);

	pthread_join(t, NULL);
	return runs; // NORACE
}
