// SPDX-License-Identifier: MIT
/* A semaphore that begins as one is a lock, and one that begins as zero is waited for until the
 * thread has posted it. */
#include <pthread.h>
#include <semaphore.h>

static sem_t lock, begun;
static int count, made;

static void *work(void *arg)
{
	sem_wait(&lock);
	count++; // NORACE
	sem_post(&lock);
	return arg;
}

/* Begins as zero. */
static void *make(void *arg)
{
	made++; // NORACE
	sem_post(&begun);
	return arg;
}

int main(void)
{
	pthread_t id, other;

	sem_init(&lock, 0, 1);
	sem_init(&begun, 0, 0);
	pthread_create(&id, NULL, work, NULL);
	pthread_create(&other, NULL, make, NULL);
	sem_wait(&lock);
	count++; // NORACE
	sem_post(&lock);
	sem_wait(&begun);
	made++; // NORACE
	pthread_join(id, NULL);
	pthread_join(other, NULL);
	return count + made;
}
