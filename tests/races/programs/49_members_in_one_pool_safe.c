// SPDX-License-Identifier: MIT
/* Tables and timers come out of one pool of bytes, so the sets do not tell their members
 * apart. But the program stores 'rewind_all' in a timer and never in a table: when a table
 * calls its function, that is not what is called. */
#include <pthread.h>
#include <stddef.h>

struct table {
	long id;
	void (*mark)(void *);
	long (*size)(void *);
};

struct timer {
	void (*expire)(void *);
	void (*stop)(void *);
	void *arg;
};

static char pool[4096];
static size_t used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long marked, measured, expired;

static void *take(size_t n)
{
	void *p = pool + used;

	used += n;
	return p;
}

static void rewind_all(void *arg)
{
	(void)arg;
	expired++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void mark_one(void *arg)
{
	(void)arg;
	marked++; // NORACE
}

static long measure(void *arg)
{
	(void)arg;
	return measured++; // NORACE
}

static struct timer *make_timer(void (*expire)(void *))
{
	struct timer *t = take(sizeof(*t));

	t->expire = t->stop = expire;
	t->arg = NULL;
	return t;
}

static struct table *make_table(void (*mark)(void *))
{
	struct table *t = take(sizeof(*t));

	t->mark = mark;
	t->size = measure;
	return t;
}

static void run_table(struct table *t)
{
	pthread_mutex_lock(&lock);
	t->mark(t);
	t->size(t);
	marked++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	run_table(arg);
	return NULL;
}

int main(void)
{
	struct table *t = make_table(mark_one);
	struct timer *once = make_timer(rewind_all);
	pthread_t id;

	pthread_create(&id, NULL, work, t);
	run_table(t);
	pthread_mutex_lock(&lock);
	once->expire(once->arg);
	pthread_join(id, NULL);
	return (int)(marked + measured + expired);
}
