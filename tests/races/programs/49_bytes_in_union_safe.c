// SPDX-License-Identifier: MIT
/* So many bytes are copied into the array that one member of a union is. That says nothing about
 * what comes behind the union: what that holds is not called through a table that lies in the
 * same pool. Nor is it where the table holds a function that takes any number of arguments. */
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
		long numbers[4];
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
	struct channel *c = arg;

	pthread_mutex_unlock(&lock);
	c->id++;
	pthread_mutex_lock(&lock);
}

static void marks(void *arg)
{
	(void)arg;
}

static void tells(void *arg, const char *format, ...)
{
	(void)arg;
	(void)format;
}

static struct channel *make_channel(const char *name, size_t n)
{
	struct channel *c = take(sizeof(*c));

	c->flush = opens_lock;
	memcpy(c->as.name, name, n);
	return c;
}

static void *work(void *arg)
{
	struct table *t = arg;

	pthread_mutex_lock(&lock);
	t->mark(t);
	counter++; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	t->tell(t, "%ld %ld", counter, t->id); // NORACE
	told++; // NORACE
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(int argc, char **argv)
{
	struct table *t = take(sizeof(*t));
	struct channel *c = make_channel(argv[0], argc > 3 ? 8 : 4);
	pthread_t one, two;

	t->mark = marks;
	t->tell = tells;
	pthread_mutex_lock(&lock);
	c->flush(c);
	pthread_mutex_unlock(&lock);
	pthread_create(&one, NULL, work, t);
	pthread_create(&two, NULL, work, t);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
