// SPDX-License-Identifier: MIT
/* Semaphores that are posted as often as they are waited for: on an error path or behind it, one
 * inside the other through the same helpers, and by the last of those of whom the first has waited. */
#include <pthread.h>
#include <semaphore.h>

static sem_t one, inner, outer, writers;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b, c, seen, readers;

static void enter(sem_t *x)
{
	sem_wait(x);
}

static void leave(sem_t *x)
{
	sem_post(x);
}

static int check(int k)
{
	if (k & 1) {
		leave(&one);
		return -1;
	}
	a += k; // NORACE
	return 0;
}

static int look(void)
{
	int v;

	pthread_mutex_lock(&m);
	if (++readers == 1)
		sem_wait(&writers);
	pthread_mutex_unlock(&m);
	v = seen;
	pthread_mutex_lock(&m);
	if (--readers == 0)
		sem_post(&writers);
	pthread_mutex_unlock(&m);
	return v;
}

static void *worker(void *arg)
{
	for (int i = 0; i < 9; i++) {
		enter(&one);
		if (check(i) < 0)
			continue;
		leave(&one);
		look();
		enter(&writers);
		c++; // NORACE
		leave(&writers);
	}
	enter(&outer);
	enter(&inner);
	b++; // NORACE
	leave(&inner);
	leave(&outer);
	return arg;
}

int main(void)
{
	pthread_t x, y;

	sem_init(&one, 0, 1);
	sem_init(&inner, 0, 1);
	sem_init(&outer, 0, 1);
	sem_init(&writers, 0, 1);
	pthread_create(&x, 0, worker, 0);
	pthread_create(&y, 0, worker, 0);
	pthread_join(x, 0);
	pthread_join(y, 0);
	return 0;
}
