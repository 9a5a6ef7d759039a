// SPDX-License-Identifier: MIT
/* As 49_bytes_beside_members_safe.c, but the members themselves are copied as bytes, into
 * memory without a type and on into a table: alone, together with its neighbours, in an
 * inner struct, and by a length that is not known. Each releases the lock. */
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct table {
	long id;
	void (*alone)(void *);
	void (*near)(void *);
	void (*inner)(void *);
	void (*last)(void *);
};

struct ops {
	long number;
	void (*call)(void *);
};

struct channel {
	long id;
	void (*alone)(void *);
	long before;
	void (*near)(void *);
	long after;
	struct ops ops;
	long start;
	void (*last)(void *);
};

static char pool[4096];
static size_t used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long by_itself, by_near, by_inner, by_length;

static void *take(size_t n)
{
	void *p = pool + used;

	used += n;
	return p;
}

static void alone_called(void *arg)
{
	(void)arg;
	pthread_mutex_unlock(&lock);
	by_itself++; // RACE
	pthread_mutex_lock(&lock);
}

static void near_called(void *arg)
{
	(void)arg;
	pthread_mutex_unlock(&lock);
	by_near++; // RACE
	pthread_mutex_lock(&lock);
}

static void inner_called(void *arg)
{
	(void)arg;
	pthread_mutex_unlock(&lock);
	by_inner++; // RACE
	pthread_mutex_lock(&lock);
}

static void last_called(void *arg)
{
	(void)arg;
	pthread_mutex_unlock(&lock);
	by_length++; // RACE
	pthread_mutex_lock(&lock);
}

static void *work(void *arg)
{
	struct table *t = arg;

	pthread_mutex_lock(&lock);
	t->alone(t);
	t->near(t);
	t->inner(t);
	t->last(t);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(int argc, char **argv)
{
	static char bytes[4][32];
	size_t n = argc > 99 ? 1 : 2 * sizeof(long);
	struct channel *c = take(sizeof(*c));
	struct table *t = take(sizeof(*t));
	pthread_t one, two;

	(void)argv;
	c->alone = alone_called;
	c->near = near_called;
	c->ops.call = inner_called;
	c->last = last_called;
	memcpy(bytes[0], &c->alone, sizeof(c->alone));
	memcpy(bytes[1], &c->before, 3 * sizeof(long));
	memcpy(bytes[2], &c->ops, sizeof(c->ops));
	memcpy(bytes[3], &c->start, n);
	memcpy(&t->alone, bytes[0], sizeof(t->alone));
	memcpy(&t->near, bytes[1] + sizeof(long), sizeof(t->near));
	memcpy(&t->inner, bytes[2] + sizeof(long), sizeof(t->inner));
	memcpy(&t->last, bytes[3] + sizeof(long), sizeof(t->last));
	pthread_create(&one, NULL, work, t);
	pthread_create(&two, NULL, work, t);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
