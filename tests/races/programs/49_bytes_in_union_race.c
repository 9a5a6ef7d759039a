// SPDX-License-Identifier: MIT
/* As 49_bytes_in_union_safe.c, but what is copied into the union as bytes is a function, and is
 * called through the table; and the table tells by a function that releases the lock, whatever it
 * takes. */
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct table {
	long id;
	void (*mark)(void *);
	void (*tell)(void *, const char *, ...);
};

struct channel {
	long id;
	union {
		char name[32];
		void (*call)(void *);
	} as;
	void (*flush)(void *);
};

static char pool[4096];
static size_t used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long counter, told;

static void *take(size_t n)
{
	void *p = pool + used;

	used += n;
	return p;
}

static void opens_lock(void *arg)
{
	(void)arg;
	pthread_mutex_unlock(&lock);
	counter++; // RACE
	pthread_mutex_lock(&lock);
}

static void tells(void *arg, const char *format, ...)
{
	(void)arg;
	(void)format;
	pthread_mutex_unlock(&lock);
	told++; // RACE
	pthread_mutex_lock(&lock);
}

static void *work(void *arg)
{
	struct table *t = arg;

	pthread_mutex_lock(&lock);
	t->mark(t);
	t->tell(t, "%ld %ld", counter, t->id); // RACE
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(int argc, char **argv)
{
	struct table *t = take(sizeof(*t));
	struct channel *c = take(sizeof(*c));
	size_t n = argc > 99 ? 1 : sizeof(t->mark);
	pthread_t one, two;

	(void)argv;
	c->as.call = opens_lock;
	memcpy(&t->mark, c->as.name, n);
	t->tell = tells;
	pthread_create(&one, NULL, work, t);
	pthread_create(&two, NULL, work, t);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
