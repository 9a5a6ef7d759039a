// SPDX-License-Identifier: MIT
/* Another thread stores its own id over the one that is joined by. */
#include <pthread.h>
#include <semaphore.h>

static pthread_t id;
static int n;
static sem_t stored;

static void *work(void *arg)
{
	n++; // FN the id of another thread was stored by that thread
	return arg;
}

static void *replace(void *arg)
{
	id = pthread_self();
	sem_post(&stored);
	return arg;
}

int main(void)
{
	pthread_t other;

	sem_init(&stored, 0, 0);
	pthread_create(&id, NULL, work, NULL);
	pthread_create(&other, NULL, replace, NULL);
	sem_wait(&stored);
	pthread_join(id, NULL);
	n++; // FN the id of another thread was stored by that thread
	return 0;
}
