// SPDX-License-Identifier: MIT
/* Helpers that are told which semaphore it is, and post it as often as it was waited for: on one of
 * two ways, two semaphores, in between, by the last of those of whom the first has waited. */
#include <pthread.h>
#include <semaphore.h>

struct gate {
	pthread_mutex_t m;
	int readers;
	sem_t s;
	int n;
};

static sem_t one, two, three;
static int a, b, c;
static struct gate gate = {.m = PTHREAD_MUTEX_INITIALIZER};

static void leave(sem_t *s, int bad)
{
	if (bad) {
		sem_post(s);
		return;
	}
	sem_post(s);
}

static void leave_both(sem_t *s, sem_t *t)
{
	sem_post(s);
	sem_post(t);
}

static void again(sem_t *s, int k)
{
	for (int i = 0; i < k; i++) {
		sem_post(s);
		sem_wait(s);
	}
	sem_post(s);
}

static void begin(struct gate *g)
{
	pthread_mutex_lock(&g->m);
	if (++g->readers == 1)
		sem_wait(&g->s);
	pthread_mutex_unlock(&g->m);
}

static void end(struct gate *g)
{
	pthread_mutex_lock(&g->m);
	if (--g->readers == 0)
		sem_post(&g->s);
	pthread_mutex_unlock(&g->m);
}

static int look(struct gate *g, int rounds)
{
	int sum = 0;
	for (int i = 0; i < rounds; i++) {
		begin(g);
		sum += g->n; // NORACE
		end(g);
	}
	return sum;
}

static void change(struct gate *g)
{
	sem_wait(&g->s);
	g->n++; // NORACE
	sem_post(&g->s);
}

static void *worker(void *arg)
{
	for (int i = 0; i < 9; i++) {
		sem_wait(&one);
		a++; // NORACE
		leave(&one, i & 1);
	}
	sem_wait(&one);
	sem_wait(&two);
	b++; // NORACE
	leave_both(&one, &two);
	sem_wait(&three);
	c++; // NORACE
	again(&three, 3);
	look(&gate, 2);
	change(&gate);
	look(&gate, 3);
	return arg;
}

int main(void)
{
	pthread_t x, y;

	sem_init(&one, 0, 1);
	sem_init(&two, 0, 1);
	sem_init(&three, 0, 1);
	sem_init(&gate.s, 0, 1);
	pthread_create(&x, NULL, worker, NULL);
	pthread_create(&y, NULL, worker, NULL);
	pthread_join(x, NULL);
	pthread_join(y, NULL);
	return 0;
}
