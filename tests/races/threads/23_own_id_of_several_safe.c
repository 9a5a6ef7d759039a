// SPDX-License-Identifier: MIT
// Two threads may have stored their id there, as those do who open a library. A worker never does,
// so it does not find its own.
#include <pthread.h>
#include <stdbool.h>

static _Atomic pthread_t owner;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int noted, refused;

static void open_all(void)
{
	owner = pthread_self();
}

static bool is_owner(void)
{
	return pthread_equal(owner, pthread_self());
}

static void note(void)
{
	if (is_owner())
		noted++; // NORACE
}

static void *worker(void *arg)
{
	note();
	if (owner == pthread_self())
		refused++; // NORACE
	return arg;
}

static void *opener(void *arg)
{
	pthread_mutex_lock(&lock);
	open_all();
	note();
	refused++; // NORACE
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, opener, NULL);
	pthread_mutex_lock(&lock);
	open_all();
	note();
	refused++; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return noted + refused;
}
