// SPDX-License-Identifier: MIT
/* A semaphore that begins as two is no lock, and to have waited for it says nothing about the
 * thread, which waits and posts as well. */
#include <pthread.h>
#include <semaphore.h>

static sem_t lock, begun;
static int count, made;

static void *work(void *arg)
{
	sem_wait(&lock);
	count++; // RACE
	sem_post(&lock);
	return arg;
}

/* Begins as one, and nobody has waited for it before the creation. */
static void *make(void *arg)
{
	made++; // RACE
	sem_post(&begun);
	return arg;
}

int main(void)
{
	pthread_t id, other;

	sem_init(&lock, 0, 2);
	sem_init(&begun, 0, 1);
	pthread_create(&id, NULL, work, NULL);
	pthread_create(&other, NULL, make, NULL);
	sem_wait(&lock);
	count++; // RACE
	sem_post(&lock);
	sem_wait(&begun);
	made++; // RACE
	pthread_join(id, NULL);
	pthread_join(other, NULL);
	return count + made;
}
