// SPDX-License-Identifier: MIT
/* What was stored in shared memory may be another thread's when the lock was given back: its
 * thread-local variable, or what it has allocated. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	int n;
};

static _Thread_local int mine;
static _Thread_local struct item here;
static int *last;
static struct item *newest, *recent;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void publish(struct item *i)
{
	pthread_mutex_lock(&m);
	recent = i;
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	struct item *i = malloc(sizeof(*i));

	pthread_mutex_lock(&m);
	last = &mine;
	newest = i;
	pthread_mutex_unlock(&m);
	publish(&here);
	pthread_mutex_lock(&m);
	*last = 2; // RACE
	newest->n = 1; // RACE
	recent->n = 1; // RACE
	pthread_mutex_unlock(&m);
	mine = 1; // RACE
	i->n = 2; // RACE
	here.n = 3; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
