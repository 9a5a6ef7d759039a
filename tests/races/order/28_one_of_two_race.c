// SPDX-License-Identifier: MIT
/* One wait, two who post; one condition, two who make it true: the other may still be at it. */
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int flags;
static long per_a, per_b, result;

static void *one(void *arg)
{
	per_a++; // RACE
	sem_post(&done);
	pthread_mutex_lock(&m);
	flags = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

static void *two(void *arg)
{
	per_b++; // RACE
	sem_post(&done);
	result++; // RACE
	pthread_mutex_lock(&m);
	flags |= 2;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&done, 0, 0);
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	sem_wait(&done);
	per_a += 10; // RACE
	per_b += 10; // RACE
	pthread_mutex_lock(&m);
	while (!flags)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	result += 10; // RACE
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return (int)(per_a + per_b + result);
}
