// SPDX-License-Identifier: MIT
/*
 * The twin: all look for the id of the first.
 */
#include <pthread.h>
#include <stdlib.h>

struct entry {
	pthread_t id;
	int calls, errors;
	struct entry *next;
};

static struct entry *entries;
static pthread_t first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(void)
{
	struct entry *e = calloc(1, sizeof(*e));

	if (!e)
		abort();
	e->id = pthread_self();
	pthread_mutex_lock(&lock);
	if (!entries)
		first = e->id; // RACE
	e->next = entries;
	entries = e;
	pthread_mutex_unlock(&lock);
}

static struct entry *find(pthread_t id)
{
	struct entry *e;

	pthread_mutex_lock(&lock);
	for (e = entries; e; e = e->next)
		if (e->id == id)
			break;
	pthread_mutex_unlock(&lock);
	return e;
}

static struct entry *current(void)
{
	return find(first); // RACE
}

static void count_error(void)
{
	struct entry *e;

	pthread_mutex_lock(&lock);
	for (e = entries; e; e = e->next)
		if (pthread_equal(pthread_self(), e->id))
			break;
	pthread_mutex_unlock(&lock);
	if (e)
		e->errors++; // NORACE
}

static void *work(void *arg)
{
	struct entry *e;

	current();
	add();
	e = current();
	if (e)
		e->calls++; // RACE
	count_error();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
