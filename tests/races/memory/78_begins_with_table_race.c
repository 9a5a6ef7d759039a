// SPDX-License-Identifier: MIT
/* An object that begins with a table of functions, and is twice as large: its other members are not
 * those of a second table. What they hold is found, and called. */
#include <pthread.h>
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
	runs++; // RACE
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
	runs = 0; // RACE
	pthread_join(t, NULL);
	return runs; // NORACE
}
