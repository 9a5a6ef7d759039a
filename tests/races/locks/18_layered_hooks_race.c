// SPDX-License-Identifier: MIT
/* As 18_layered_hooks_safe.c, with mistakes: another lock, one that is released too early, one
 * that is only tried. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct hooks {
	void *(*make)(void);
	int (*lock)(unsigned how, void *l);
	int (*unlock)(void *l);
};

static struct hooks hooks, inner;

#define LOCK(l) do { if (l) hooks.lock(0, l); } while (0)
#define UNLOCK(l) do { if (l) hooks.unlock(l); } while (0)

static void *plain_make(void)
{
	pthread_mutex_t *m = malloc(sizeof(*m));

	if (m)
		pthread_mutex_init(m, NULL);
	return m;
}

static int plain_lock(unsigned how, void *l)
{
	if (how & 1)
		return pthread_mutex_trylock(l);
	return pthread_mutex_lock(l);
}

static int plain_unlock(void *l)
{
	return pthread_mutex_unlock(l);
}

struct checked {
	long sign;
	void *inner;
};

static void *checked_make(void)
{
	struct checked *c = malloc(sizeof(*c));

	if (!c)
		return NULL;
	c->sign = 4711;
	c->inner = inner.make ? inner.make() : NULL;
	return c;
}

static int checked_lock(unsigned how, void *l)
{
	struct checked *c = l;
	int failed = 0;

	if (c->sign != 4711)
		abort();
	if (inner.lock)
		failed = inner.lock(how, c->inner);
	return failed;
}

static int checked_unlock(void *l)
{
	struct checked *c = l;

	return inner.unlock ? inner.unlock(c->inner) : 0;
}

static void use_threads(void)
{
	struct hooks h = { plain_make, plain_lock, plain_unlock };

	memcpy(inner.make ? &inner : &hooks, &h, sizeof(h));
}

static void check_locks(void)
{
	struct hooks h = { checked_make, checked_lock, checked_unlock };

	memcpy(&inner, &hooks, sizeof(h));
	memcpy(&hooks, &h, sizeof(h));
}

struct box {
	void *lock;
	int n;
};

static void *total_lock;
static int total;
static struct box *box;

static void add(struct box *b, int n)
{
	LOCK(b->lock);
	b->n += n; // RACE
	UNLOCK(b->lock);
	b->n -= n; // RACE
	LOCK(total_lock);
	total += n; // RACE
	UNLOCK(total_lock);
}

static void *work(void *arg)
{
	add(box, 1);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id;

	(void)argv;
	use_threads();
	if (argc > 1)
		check_locks();
	box = calloc(1, sizeof(*box));
	if (!box)
		return 1;
	total_lock = hooks.make ? hooks.make() : NULL;
	box->lock = hooks.make ? hooks.make() : NULL;
	pthread_create(&id, NULL, work, NULL);
	add(box, 2);
	LOCK(box->lock);
	total++; // RACE the other lock
	UNLOCK(box->lock);
	if (total_lock)
		hooks.lock(1, total_lock);
	total--; // RACE maybe not locked
	UNLOCK(total_lock);
	pthread_join(id, NULL);
	return total;
}
