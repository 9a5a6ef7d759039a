// RUN: --all
// SPDX-License-Identifier: MIT
/* Many places on one side of a race of low confidence, in two threads: all places on the other
 * side are named too. */
#include <pthread.h>
#include <semaphore.h>

struct stat {
	int n;
};

static struct stat stat;
static sem_t ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int look(struct stat *s)
{
	int t = 0;

	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	t += s->n; // RACE
	return t;
}

static void *reads(void *arg)
{
	int t = look(arg);

	sem_post(&ready);
	return t ? arg : NULL;
}

static void *second(void *arg)
{
	struct stat *s = arg;

	sem_wait(&ready);
	pthread_mutex_lock(&lock);
	s->n = 2; // RACE
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *third(void *arg)
{
	struct stat *s = arg;

	sem_wait(&ready);
	pthread_mutex_lock(&lock);
	s->n = 3; // RACE
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t a, b, c, d;

	sem_init(&ready, 0, 0);
	pthread_create(&a, NULL, reads, &stat);
	pthread_create(&b, NULL, reads, &stat);
	pthread_create(&c, NULL, second, &stat);
	pthread_create(&d, NULL, third, &stat);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	pthread_join(d, NULL);
	return 0;
}
