// SPDX-License-Identifier: MIT
/* LOCKSMITH, linearity: one allocation site, one variable, but two locks. */
#include <pthread.h>
#include <stdlib.h>

static int x;

static pthread_mutex_t *new_lock(void)
{
	pthread_mutex_t *l = malloc(sizeof(*l));

	pthread_mutex_init(l, NULL);
	return l;
}

static void *worker(void *arg)
{
	pthread_mutex_t *l = arg;

	pthread_mutex_lock(l);
	x++; // NORACE
	pthread_mutex_unlock(l);
	return NULL;
}

int main(void)
{
	pthread_mutex_t *l = new_lock();
	pthread_t first, second;

	pthread_create(&first, NULL, worker, l);
	pthread_create(&second, NULL, worker, l);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
