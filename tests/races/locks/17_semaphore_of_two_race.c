// SPDX-License-Identifier: MIT
/* Semaphores that come to count two: by a post of a thread that has not waited, before or after
 * the others begin, through a helper, in another thread; or from the start. */
#include <pthread.h>
#include <semaphore.h>

struct gate {
	sem_t s;
	int n;
};

static sem_t late, early, of_two, by_third;
static int n_late, n_early, n_two, n_third;
static struct gate gate;

static void enter(sem_t *s)
{
	sem_wait(s);
}

static void leave(sem_t *s)
{
	sem_post(s);
}

static void *worker(void *arg)
{
	struct gate *g = arg;

	sem_wait(&late);
	n_late++; // RACE
	sem_post(&late);
	enter(&early);
	n_early++; // RACE
	leave(&early);
	sem_wait(&of_two);
	n_two++; // RACE
	sem_post(&of_two);
	sem_wait(&by_third);
	n_third++; // RACE
	sem_post(&by_third);
	enter(&g->s);
	g->n++; // RACE
	leave(&g->s);
	return arg;
}

static void *third(void *arg)
{
	leave(&by_third);
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	sem_init(&late, 0, 1);
	sem_init(&early, 0, 1);
	sem_init(&of_two, 0, 2);
	sem_init(&by_third, 0, 1);
	sem_init(&gate.s, 0, 1);
	leave(&early);
	pthread_create(&a, 0, worker, &gate);
	pthread_create(&b, 0, worker, &gate);
	pthread_create(&c, 0, third, 0);
	sem_post(&late);
	leave(&gate.s);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	return 0;
}
