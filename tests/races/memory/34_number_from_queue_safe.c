// SPDX-License-Identifier: MIT
/* The numbers of tasks are in a stack and in a ring; who takes one out has the element. */
#include <pthread.h>

#define N 64

struct task {
	int kind, number;
};

struct pool {
	pthread_mutex_t lock;
	struct task ready[N];
	unsigned n;
	int ring[N];
	unsigned head, tail;
};

static int results[N], others[N];

static void run(int *out, int number)
{
	out[number] = number; // NORACE
}

static void *work(void *arg)
{
	struct pool *p = arg;

	pthread_mutex_lock(&p->lock);
	while (p->n > 0) { // NORACE
		struct task t = p->ready[--p->n]; // NORACE
		pthread_mutex_unlock(&p->lock);
		run(results, t.number);
		pthread_mutex_lock(&p->lock);
	}
	while (p->head < p->tail) { // NORACE
		int i = p->ring[p->head++]; // NORACE
		pthread_mutex_unlock(&p->lock);
		others[i] = i; // NORACE
		pthread_mutex_lock(&p->lock);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

int main(void)
{
	static struct pool p = {.lock = PTHREAD_MUTEX_INITIALIZER};
	pthread_t t[3];

	for (int i = 0; i < N; i++) {
		p.ready[p.n++] = (struct task){0, i}; // NORACE
		p.ring[p.tail++] = i; // NORACE
	}
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, work, &p);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return results[1] + others[1]; // NORACE
}
