// SPDX-License-Identifier: MIT
/* Two threads post, and both are waited for. */
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int left, right;

static void *do_left(void *arg)
{
	left = 1; // NORACE
	sem_post(&done);
	return arg;
}

static void *do_right(void *arg)
{
	right = 2; // NORACE
	sem_post(&done);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int sum;

	sem_init(&done, 0, 0);
	pthread_create(&a, NULL, do_left, NULL);
	pthread_create(&b, NULL, do_right, NULL);
	sem_wait(&done);
	sem_wait(&done);
	sum = left + right; // NORACE
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return sum;
}
