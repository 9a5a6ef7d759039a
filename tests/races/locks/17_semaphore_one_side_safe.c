// SPDX-License-Identifier: MIT
/* The semaphore guards both sides, or only one of them. */
#include <pthread.h>
#include <semaphore.h>

struct store {
	sem_t mutex;
	int stock;
};

static struct store store;

static void *buy(void *arg)
{
	struct store *s = arg;

	sem_wait(&s->mutex);
	s->stock++; // NORACE
	sem_post(&s->mutex);
	return NULL;
}

static void *sell(void *arg)
{
	struct store *s = arg;

	sem_wait(&s->mutex);
	s->stock--; // NORACE
	sem_post(&s->mutex);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	sem_init(&store.mutex, 0, 1);
	pthread_create(&first, NULL, buy, &store);
	pthread_create(&second, NULL, sell, &store);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return store.stock; // NORACE
}
