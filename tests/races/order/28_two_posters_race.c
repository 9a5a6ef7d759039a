// SPDX-License-Identifier: MIT
/* Two threads post; after one wait one of them is done, and nobody knows which. That there is
 * another wait further down does not help. */
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int left, right;

static void *do_left(void *arg)
{
	left = 1; // RACE
	sem_post(&done);
	return arg;
}

static void *do_right(void *arg)
{
	right = 2; // RACE
	sem_post(&done);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int early;

	sem_init(&done, 0, 0);
	pthread_create(&a, NULL, do_left, NULL);
	pthread_create(&b, NULL, do_right, NULL);
	sem_wait(&done);
	early = left + right; // RACE
	sem_wait(&done);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return early;
}
