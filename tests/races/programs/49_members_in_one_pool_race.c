// SPDX-License-Identifier: MIT
/* As 49_members_in_one_pool_safe.c, but the functions do get into the table: through a helper
 * that stores what it is given, through a struct that is copied, as bytes, and through a
 * pointer to the member. Each releases the lock that the table holds. */
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct table {
	long id;
	void (*mark)(void *);
	void (*clear)(void *);
	void (*begin)(void *);
	void (*end)(void *);
};

struct hooks {
	long id;
	void (*begin)(void *);
};

struct timer {
	void (*expire)(void *);
	void *arg;
};

static char pool[4096];
static size_t used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long by_helper, by_struct, by_bytes, by_pointer, other;

static void *take(size_t n)
{
	void *p = pool + used;

	used += n;
	return p;
}

static void harmless(void *arg)
{
	(void)arg;
}

static void helper_given(void *arg)
{
	(void)arg;
	pthread_mutex_unlock(&lock);
	by_helper++; // RACE
	pthread_mutex_lock(&lock);
}

static void struct_given(void *arg)
{
	(void)arg;
	pthread_mutex_unlock(&lock);
	by_struct++; // RACE
	pthread_mutex_lock(&lock);
}

static void bytes_given(void *arg)
{
	(void)arg;
	pthread_mutex_unlock(&lock);
	by_bytes++; // RACE
	pthread_mutex_lock(&lock);
}

static void pointer_given(void *arg)
{
	(void)arg;
	pthread_mutex_unlock(&lock);
	by_pointer++; // RACE
	pthread_mutex_lock(&lock);
}

static void set_mark(struct table *t, void (*mark)(void *))
{
	t->mark = mark;
}

static void pass_on(struct table *t, void (*mark)(void *))
{
	set_mark(t, mark);
}

static void set_any(void **at, void *function)
{
	*at = function;
}

static const struct table template = {1, harmless, struct_given, harmless, harmless};
static const struct hooks hooks = {2, bytes_given};

static struct table *make_table(void)
{
	struct table *t = take(sizeof(*t));

	*t = template;
	pass_on(t, helper_given);
	memcpy(&t->clear, &template.clear, sizeof(t->clear));
	memcpy(&t->begin, (const char *)&hooks + offsetof(struct hooks, begin), sizeof(t->begin));
	set_any((void **)&t->end, (void *)pointer_given);
	return t;
}

static void run_table(struct table *t)
{
	pthread_mutex_lock(&lock);
	t->mark(t);
	t->clear(t);
	t->begin(t);
	t->end(t);
	other++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	run_table(arg);
	return NULL;
}

int main(void)
{
	struct table *t = make_table();
	struct timer *once = take(sizeof(*once));
	pthread_t id;

	once->expire = harmless;
	once->arg = t;
	pthread_create(&id, NULL, work, t);
	run_table(t);
	once->expire(once->arg);
	pthread_join(id, NULL);
	return (int)(by_helper + by_struct + by_bytes + by_pointer + other);
}
