// SPDX-License-Identifier: MIT
/* A named semaphore that starts at one. */
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t *lock;
static int count;

static void *work(void *arg)
{
	sem_wait(lock);
	count++; // NORACE
	sem_post(lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	lock = sem_open("/chequer-17", O_CREAT, 0600, 1);
	if (lock == SEM_FAILED)
		return 1;
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	sem_unlink("/chequer-17");
	return count;
}
