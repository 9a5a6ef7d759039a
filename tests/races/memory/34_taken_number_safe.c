// SPDX-License-Identifier: MIT
/* Each takes a number from a counter under its lock, in several ways; what has that
 * number is the taker's. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define N 64

struct job {
	int in, out;
	int parts[4];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next, last = N;
static int squares[N], cubes[N + 1], backwards[N];
static atomic_int taken;
static struct job jobs[N];

static void run(struct job *j)
{
	j->out = j->in * 2; // NORACE
	for (int k = 0; k < 4; k++)
		j->parts[k] = j->out; // NORACE
}

static void *by_lock(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&lock);
		int i = next++; // NORACE
		pthread_mutex_unlock(&lock);
		if (i >= N)
			break;
		squares[i] = i * i; // NORACE
		cubes[i + 1] = i * i * i; // NORACE
	}
	for (;;) {
		pthread_mutex_lock(&lock);
		if (last == 0) { // NORACE
			pthread_mutex_unlock(&lock);
			break;
		}
		int i = --last; // NORACE
		pthread_mutex_unlock(&lock);
		backwards[i]++; // NORACE
	}
	return arg;
}

static void *by_atomic(void *arg)
{
	int i;

	while ((i = atomic_fetch_add(&taken, 1)) < N)
		run(&jobs[i]);
	return arg;
}

struct queue {
	pthread_mutex_t lock;
	int next, n;
	int *out;
};

static int take(struct queue *q)
{
	int i = -1;

	pthread_mutex_lock(&q->lock);
	if (q->next < q->n) { // NORACE
		i = q->next; // NORACE
		q->next++; // NORACE
	}
	pthread_mutex_unlock(&q->lock);
	return i;
}

static void *by_helper(void *arg)
{
	struct queue *q = arg;
	int i;

	while ((i = take(q)) >= 0)
		q->out[i] = i; // NORACE
	return NULL;
}

int main(void)
{
	struct queue q = {PTHREAD_MUTEX_INITIALIZER, 0, N, calloc(N, sizeof(int))};
	pthread_t t[6];

	for (int i = 0; i < 2; i++) {
		pthread_create(&t[i], NULL, by_lock, NULL);
		pthread_create(&t[i + 2], NULL, by_atomic, NULL);
		pthread_create(&t[i + 4], NULL, by_helper, &q);
	}
	for (int i = 0; i < 2; i++) {
		pthread_join(t[i], NULL);
		pthread_join(t[i + 2], NULL);
		pthread_join(t[i + 4], NULL);
	}
	next = 0; // NORACE
	return squares[0] + jobs[0].out + q.out[0];
}
