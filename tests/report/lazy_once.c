// SPDX-License-Identifier: MIT
/* A once type of the program's own, with a plain flag that is looked at without the lock
 * first. The flag has high confidence, what is set up behind it medium. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct once {
	bool done;
	pthread_mutex_t lock;
};

static bool once_begin_slowly(struct once *o)
{
	pthread_mutex_lock(&o->lock);
	if (!o->done)
		return true;
	pthread_mutex_unlock(&o->lock);
	return false;
}

static bool once_begin(struct once *o)
{
	return !o->done && once_begin_slowly(o);
}

static void once_end(struct once *o)
{
	o->done = true;
	pthread_mutex_unlock(&o->lock);
}

static struct once once = { false, PTHREAD_MUTEX_INITIALIZER };
static int limit;
static int *table;

static void fill(void)
{
	limit = 8;
	table = calloc(8, sizeof(*table));
}

static int get(int i)
{
	if (once_begin(&once)) {
		fill();
		once_end(&once);
	}
	return i < limit && table ? table[i] : 0;
}

static void *work(void *arg)
{
	get(1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	get(2);
	pthread_join(t, NULL);
	return 0;
}
