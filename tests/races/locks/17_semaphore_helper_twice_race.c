// SPDX-License-Identifier: MIT
/* A helper that is told which semaphore it is posts it twice: in two ways, in a loop, through
 * another helper. Then it counts to two. */
#include <pthread.h>
#include <semaphore.h>

struct gate {
	int pad;
	sem_t s;
	int n;
};

static sem_t one, many;
static int a, b;
static struct gate gate;

static void leave(sem_t *s, int again)
{
	sem_post(s);
	if (again)
		sem_post(s);
}

static void leave_often(sem_t *s, int k)
{
	while (k-- > 0)
		sem_post(s);
}

static void up(struct gate *g)
{
	sem_post(&g->s);
}

static void finish(struct gate *g)
{
	up(g);
	up(g);
}

static void *worker(void *arg)
{
	sem_wait(&one);
	a++; // RACE
	leave(&one, arg != NULL);
	sem_wait(&many);
	b++; // RACE
	leave_often(&many, 2);
	sem_wait(&gate.s);
	gate.n++; // RACE
	finish(&gate);
	return NULL;
}

int main(void)
{
	pthread_t x, y;

	sem_init(&one, 0, 1);
	sem_init(&many, 0, 1);
	sem_init(&gate.s, 0, 1);
	pthread_create(&x, NULL, worker, NULL);
	pthread_create(&y, NULL, worker, &one);
	pthread_join(x, NULL);
	pthread_join(y, NULL);
	return 0;
}
