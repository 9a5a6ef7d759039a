// SPDX-License-Identifier: MIT
/* What comes behind the release is not guarded, whether or not there is a function to release the
 * lock with: directly, by a helper, in another function that is called then. */
#include <pthread.h>
#include <stddef.h>

static struct {
	void (*lock)(void *);
	void (*unlock)(void *);
} hooks;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int guarded, after, behind, later;

static void take(void *l)
{
	pthread_mutex_lock(l);
}

static void leave(void *l)
{
	pthread_mutex_unlock(l);
}

static void release(void *l)
{
	if (!hooks.unlock)
		return;
	hooks.unlock(l);
}

static void count(void)
{
	later++; // RACE
}

static void *work(void *arg)
{
	if (hooks.lock)
		hooks.lock(&m);
	guarded++; // NORACE
	if (hooks.unlock)
		hooks.unlock(&m);
	after++; // RACE
	if (hooks.lock)
		hooks.lock(&m);
	guarded++; // NORACE
	release(&m);
	behind++; // RACE
	count();
	return arg;
}

int main(void)
{
	pthread_t t[2];

	hooks.lock = take;
	hooks.unlock = leave;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return guarded + after + behind + later;
}
