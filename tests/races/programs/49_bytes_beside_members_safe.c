// SPDX-License-Identifier: MIT
/* Parts of a struct are copied as bytes: a digest, a name of unknown length, a pair of
 * numbers, an inner struct. That says nothing about its other members: what they hold is
 * not called through a table that lies in the same pool. */
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct table {
	long id;
	void (*mark)(void *);
};

struct where {
	long line, column;
	void *file;
};

struct channel {
	long id;
	void (*close)(void *);
	char digest[24];
	struct where made;
	void (*flush)(void *);
	char name[64];
	void (*write)(void *);
};

static char pool[4096];
static size_t used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long counter;

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

static struct channel *make_channel(const char *digest, const void *made, const char *name, size_t n)
{
	struct channel *c = take(sizeof(*c));

	c->close = opens_lock;
	c->flush = opens_lock;
	c->write = opens_lock;
	memcpy(c->digest, digest, sizeof(c->digest));
	memcpy(&c->made, made, sizeof(c->made));
	memcpy(c->name, name, n);
	return c;
}

static void *work(void *arg)
{
	struct table *t = arg;

	pthread_mutex_lock(&lock);
	t->mark(t);
	counter++; // NORACE
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(int argc, char **argv)
{
	char digest[24] = {1};
	long made[3] = {1, 2, 0};
	struct table *t = take(sizeof(*t));
	struct channel *c = make_channel(digest, made, argv[0], argc > 3 ? 8 : 4);
	pthread_t one, two;

	t->mark = marks;
	pthread_mutex_lock(&lock);
	c->close(c);
	c->flush(c);
	c->write(c);
	pthread_mutex_unlock(&lock);
	pthread_create(&one, NULL, work, t);
	pthread_create(&two, NULL, work, t);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
