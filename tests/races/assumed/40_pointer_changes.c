// SPDX-License-Identifier: MIT
/* docs/soundness.md, 40: a callee changes the pointer to the lock that is held. */
#include <pthread.h>

struct table {
	pthread_mutex_t lock;
};
static struct table t1 = { PTHREAD_MUTEX_INITIALIZER }, t2 = { PTHREAD_MUTEX_INITIALIZER };
static struct table *table = &t1;
static int n, turn;

static void change(void)
{
	if (turn) // NORACE
		table = &t2; // NORACE
}

static void step(void)
{
	pthread_mutex_lock(&table->lock); // NORACE
	change();
	pthread_mutex_unlock(&table->lock); // NORACE
}

static void *one(void *arg)
{
	pthread_mutex_lock(&t2.lock);
	step();
	n++; // FN step has released t2.lock
	pthread_mutex_unlock(&t2.lock);
	return arg;
}

static void *two(void *arg)
{
	pthread_mutex_lock(&t2.lock);
	n++; // FN soundness.md, 40
	pthread_mutex_unlock(&t2.lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	turn = 1;
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
