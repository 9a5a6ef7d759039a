// SPDX-License-Identifier: MIT
// Who finds his own id in a variable is the thread that has stored it there: the main thread
// in 'owner', in 'keeper' a thread that there is once.
#include <pthread.h>
#include <stdbool.h>

static pthread_t owner;
static _Atomic pthread_t keeper;
static int next, queued, left, kept, shown;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void advance(void)
{
	next++; // NORACE
}

static void step(void)
{
	pthread_t self = pthread_self();
	if (pthread_equal(self, owner)) {
		advance();
		return;
	}
	pthread_mutex_lock(&lock);
	queued++; // NORACE
	pthread_mutex_unlock(&lock);
}

static bool is_owner(void)
{
	return pthread_self() == owner;
}

static void show(void)
{
	if (!is_owner())
		return;
	shown++; // NORACE
}

static void keep(void)
{
	bool mine = pthread_equal(keeper, pthread_self());
	if (mine)
		kept++; // NORACE
}

static void *worker(void *arg)
{
	step();
	show();
	keep();
	return arg;
}

static void *keeping(void *arg)
{
	keeper = pthread_self(); // NORACE
	keep();
	kept += 2; // NORACE
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	owner = pthread_self();
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_create(&c, NULL, keeping, NULL);
	step();
	show();
	next++; // NORACE
	shown++; // NORACE
	keep();
	pthread_mutex_lock(&lock);
	left = queued; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return next + left + kept;
}
