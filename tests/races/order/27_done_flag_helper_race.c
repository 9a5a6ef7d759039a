// SPDX-License-Identifier: MIT
// As 27_done_flag_helper_safe.c, but: one caller has no lock, or another lock; the flag is set
// too early; somebody starts again; who reads has not looked.
#include <pthread.h>
#include <stdbool.h>

struct table {
	pthread_mutex_t lock, other;
	int todo;
	int size;
};

#define TABLE {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 1, 0}
static struct table bare = TABLE, mixed = TABLE, early = TABLE, again = TABLE, blind = TABLE;

static void prepare_bare(struct table *t)
{
	if (!t->todo) // RACE
		return;
	t->size = 1; // RACE
	t->todo = 0; // RACE
}

static int size_of_bare(struct table *t, bool locked)
{
	if (!locked) {
		prepare_bare(t);
		return t->size; // RACE
	}
	pthread_mutex_lock(&t->lock);
	prepare_bare(t);
	pthread_mutex_unlock(&t->lock);
	return t->size; // RACE
}

static void prepare_mixed(struct table *t)
{
	if (!t->todo) // RACE
		return;
	t->size = 2; // RACE
	t->todo = 0; // RACE
}

static int size_of_mixed(struct table *t, bool first)
{
	pthread_mutex_t *m = first ? &t->lock : &t->other;

	pthread_mutex_lock(m);
	prepare_mixed(t);
	pthread_mutex_unlock(m);
	return t->size; // RACE
}

static bool is_first(struct table *t)
{
	if (!t->todo)
		return false;
	t->todo = 0;
	return true;
}

static int size_of_early(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	bool first = is_first(t);
	pthread_mutex_unlock(&t->lock);
	if (first)
		t->size = 3; // RACE
	return t->size; // RACE
}

static void prepare_again(struct table *t)
{
	if (!t->todo)
		return;
	t->size = 4; // RACE
	t->todo = 0;
}

static int size_of_again(struct table *t, bool more)
{
	pthread_mutex_lock(&t->lock);
	if (more)
		t->todo = 1;
	prepare_again(t);
	pthread_mutex_unlock(&t->lock);
	return t->size; // RACE
}

static void prepare_blind(struct table *t)
{
	if (!t->todo)
		return;
	t->size = 5; // RACE
	t->todo = 0;
}

static int size_of_blind(struct table *t, bool look)
{
	pthread_mutex_lock(&t->lock);
	if (look)
		prepare_blind(t);
	pthread_mutex_unlock(&t->lock);
	return t->size; // RACE
}

static void *work(void *arg)
{
	int *n = arg;
	bool odd = *n & 1;

	*n += size_of_bare(&bare, odd) + size_of_mixed(&mixed, odd) + size_of_early(&early);
	*n += size_of_again(&again, odd) + size_of_blind(&blind, odd);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	int x = 1, y = 2;

	pthread_create(&a, NULL, work, &x);
	pthread_create(&b, NULL, work, &y);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return x + y;
}
