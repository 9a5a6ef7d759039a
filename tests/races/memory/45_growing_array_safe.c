// SPDX-License-Identifier: MIT
/* Arrays that one function allocates: those of the threads are their own, the one
 * that all have is guarded. */
#include <pthread.h>
#include <stdlib.h>

struct numbers {
	int *at;
	unsigned n, cap;
};

static struct numbers all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(struct numbers *v, int x)
{
	if (v->n == v->cap) { // NORACE
		v->cap = v->cap ? v->cap * 2 : 4; // NORACE
		v->at = realloc(v->at, v->cap * sizeof(int)); // NORACE
	}
	v->at[v->n++] = x; // NORACE
}

static int sum(const struct numbers *v)
{
	int s = 0;

	for (unsigned i = 0; i < v->n; i++) // NORACE
		s += v->at[i]; // NORACE
	return s;
}

static void *work(void *arg)
{
	struct numbers mine = { NULL, 0, 0 };

	for (int i = 0; i < 10; i++)
		add(&mine, i);
	pthread_mutex_lock(&lock);
	add(&all, sum(&mine));
	pthread_mutex_unlock(&lock);
	mine.at[0] = 1; // NORACE
	free(mine.at); // NORACE
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, work, NULL);
	pthread_create(&t[1], NULL, work, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return sum(&all);
}
