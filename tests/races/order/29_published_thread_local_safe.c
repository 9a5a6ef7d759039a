// SPDX-License-Identifier: MIT
/* Thread-local variables that are not published, or always under the lock. */
#include <pthread.h>

static _Thread_local int mine, guarded;
static int *last;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void add(int *n)
{
	++*n; // NORACE
}

static void *worker(void *arg)
{
	int *own = &mine;

	add(&mine);
	*own = 1; // NORACE
	pthread_mutex_lock(&m);
	last = &guarded;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	*last = 2; // NORACE
	guarded = 3; // NORACE
	pthread_mutex_unlock(&m);
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
