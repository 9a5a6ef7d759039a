// SPDX-License-Identifier: MIT
/* The arguments are walked with a pointer instead of an index. */
#include <pthread.h>

#define N 3

struct worker {
	pthread_t thread;
	int done;
};

static struct worker workers[N];

static void *work(void *arg)
{
	struct worker *w = arg;

	w->done = 1; // FP a walking pointer has no index
	return NULL;
}

int main(void)
{
	struct worker *w;
	int done = 0;

	for (w = workers; w < workers + N; w++)
		pthread_create(&w->thread, NULL, work, w);
	for (w = workers; w < workers + N; w++) {
		pthread_join(w->thread, NULL);
		done += w->done; // NORACE
	}
	return done;
}
