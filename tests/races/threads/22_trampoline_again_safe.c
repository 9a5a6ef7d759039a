// SPDX-License-Identifier: MIT
/* All threads start in one function, which runs what the creator has put into its
 * argument. A walker starts further walkers in the same way; there is one counter. */
#include <pthread.h>
#include <stdlib.h>

struct start {
	void (*run)(void *);
	void *arg;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int steps, rounds;

static void *trampoline(void *arg)
{
	struct start s = *(struct start *)arg;

	free(arg);
	s.run(s.arg);
	return NULL;
}

static void start(void (*run)(void *), void *arg)
{
	pthread_t id;
	struct start *s = malloc(sizeof(*s));

	if (!s)
		return;
	s->run = run;
	s->arg = arg;
	pthread_create(&id, NULL, trampoline, s);
}

static void walk(void *arg)
{
	int *left = arg;

	pthread_mutex_lock(&lock);
	steps++; // NORACE
	pthread_mutex_unlock(&lock);
	if (left[0])
		start(walk, left + 1);
}

static void count(void *arg)
{
	(void)arg;
	rounds++; // NORACE
}

int main(void)
{
	static int left[8] = {1, 1, 1, 0};

	start(walk, left);
	start(count, NULL);
	pthread_exit(NULL);
}
