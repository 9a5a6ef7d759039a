// SPDX-License-Identifier: MIT
// A table of jobs that are called with an argument; one is declared without parameters,
// which C allows to be called so.
#include <pthread.h>

typedef void (*job)(void *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static job jobs[2];
static int ticks, total, step = 3;

static void tick()
{
	pthread_mutex_lock(&lock);
	ticks++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void add(void *p)
{
	pthread_mutex_lock(&lock);
	total += *(int *)p; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *worker(void *unused)
{
	for (int i = 0; i < 2; i++)
		jobs[i](&step);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	jobs[0] = tick;
	jobs[1] = add;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return ticks + total; // NORACE
}
