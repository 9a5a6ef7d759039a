// SPDX-License-Identifier: MIT
// An allocator that logs before it aborts, a logger that allocates, lock wrappers
// that abort with a message: no recursion in any run that goes on.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *message);

static void *allocate(size_t n)
{
	void *p = malloc(n);

	if (!p)
		die("no memory");
	return p;
}

static void lock(pthread_mutex_t *m)
{
	if (pthread_mutex_lock(m))
		die("lock");
}

static void unlock(pthread_mutex_t *m)
{
	if (pthread_mutex_unlock(m))
		die("unlock");
}

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void write_log(const char *message)
{
	char *text = allocate(strlen(message) + 1);

	strcpy(text, message);
	lock(&log_lock);
	lines++; // NORACE
	fputs(text, stderr);
	unlock(&log_lock);
	free(text);
}

static void die(const char *message)
{
	write_log(message);
	exit(1);
}

struct counter {
	pthread_mutex_t lock;
	int n;
};

static void count(struct counter *c)
{
	lock(&c->lock);
	c->n++; // NORACE
	write_log("counted");
	c->n++; // NORACE
	unlock(&c->lock);
}

static void *run(void *arg)
{
	count(arg);
	return NULL;
}

int main(void)
{
	struct counter *a = allocate(sizeof(*a)), *b = allocate(sizeof(*b));
	pthread_t x, y;

	pthread_mutex_init(&a->lock, NULL);
	pthread_mutex_init(&b->lock, NULL);
	a->n = b->n = 0;
	pthread_create(&x, NULL, run, a);
	pthread_create(&y, NULL, run, a);
	count(b);
	b->n++; // NORACE
	pthread_join(x, NULL);
	pthread_join(y, NULL);
	return a->n;
}
