// SPDX-License-Identifier: MIT
/* A semaphore that starts at one is a mutex; one that starts at two is not. */
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t gate;
static int inside;

static void *visitor(void *arg)
{
	sem_wait(&gate);
	usleep(1000);
	inside++; // NORACE
	inside--; // NORACE
	sem_post(&gate);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	sem_init(&gate, 0, 1);
	pthread_create(&first, NULL, visitor, NULL);
	pthread_create(&second, NULL, visitor, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	sem_destroy(&gate);
	return 0;
}
