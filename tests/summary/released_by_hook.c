// SPDX-License-Identifier: MIT
// RUN: dump --summary by_setting by_object both_ways own_way
/* Where there is no function to release a lock with, it is not held any more: as little as it is
 * taken where there is none to take it with. */
#include <pthread.h>
#include <stddef.h>

struct hooks {
	void (*lock)(void *);
	void (*unlock)(void *);
};

struct box {
	struct hooks *hooks;
	pthread_mutex_t lock;
	int guarded, after;
};

static struct hooks hooks;
static pthread_mutex_t m;
static int guarded, after;

static void take(void *l)
{
	pthread_mutex_lock(l);
}

static void leave(void *l)
{
	pthread_mutex_unlock(l);
}

static void by_setting(void)
{
	if (hooks.lock)
		hooks.lock(&m);
	guarded++;
	if (hooks.unlock)
		hooks.unlock(&m);
	after++;
}

static void by_object(struct box *b)
{
	if (b->hooks->lock != NULL)
		b->hooks->lock(&b->lock);
	b->guarded++;
	if (!b->hooks->unlock)
		return;
	b->hooks->unlock(&b->lock);
	b->after++;
}

static void release(pthread_mutex_t *l)
{
	if (hooks.unlock)
		hooks.unlock(l);
}

static void both_ways(void)
{
	pthread_mutex_lock(&m);
	guarded++;
	release(&m);
	after++;
}

/* What is called releases nothing: where there is none, the lock is held. */
static void own_way(int (*check)(void))
{
	pthread_mutex_lock(&m);
	if (check && check())
		pthread_mutex_unlock(&m);
	after++;
}

static int is_done(void)
{
	return after > 5;
}

static void *work(void *arg)
{
	by_setting();
	by_object(arg);
	both_ways();
	own_way(is_done);
	return NULL;
}

int main(int argc, char **argv)
{
	static struct box box;
	pthread_t t;

	(void)argv;
	box.hooks = &hooks;
	if (argc > 1)
		hooks = (struct hooks){take, leave};
	pthread_create(&t, NULL, work, &box);
	work(&box);
	pthread_join(t, NULL);
	own_way(NULL);
	return 0;
}
