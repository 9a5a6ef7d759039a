// SPDX-License-Identifier: MIT
/* A once type of the program's own. One reader does not look at it at all, and one set-up
 * is done without its lock. */
#include <pthread.h>
#include <stdbool.h>

struct once {
	bool done;
	pthread_mutex_t lock;
};

static bool once_begin(struct once *o)
{
	if (o->done) // RACE
		return false;
	pthread_mutex_lock(&o->lock);
	if (!o->done)
		return true;
	pthread_mutex_unlock(&o->lock);
	return false;
}

static void once_end(struct once *o)
{
	o->done = true; // RACE
	pthread_mutex_unlock(&o->lock);
}

static bool flag_begin(const struct once *o)
{
	return !o->done; // RACE
}

static void flag_end(struct once *o)
{
	o->done = true; // RACE
}

static struct once once = { false, PTHREAD_MUTEX_INITIALIZER };
static struct once plain = { false, PTHREAD_MUTEX_INITIALIZER };
static int limit, size;

static void set_limit(void)
{
	if (once_begin(&once)) {
		limit = 8; // RACE
		once_end(&once);
	}
}

static int get_size(void)
{
	if (flag_begin(&plain)) {
		size = 8; // RACE
		flag_end(&plain);
	}
	return size; // RACE
}

static void *work(void *arg)
{
	set_limit();
	get_size();
	return arg;
}

int main(void)
{
	pthread_t t, u;
	int n;

	pthread_create(&t, NULL, work, NULL);
	pthread_create(&u, NULL, work, NULL);
	n = limit + get_size(); // RACE
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return n;
}
