/* SPDX-License-Identifier: MIT */
/* The threads of a list are joined one after the other, by a function that another one calls, far
 * from where they are created. It is not proved, but no race is shown. */
#include <pthread.h>
#include <stdlib.h>

struct worker {
	struct worker *next;
	pthread_t id;
	long sum;
};

static struct worker *all;
static long total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg)
{
	struct worker *w = arg;

	w->sum = 4;
	pthread_mutex_lock(&lock);
	total += w->sum; // NORACE
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void start(void)
{
	struct worker *w = calloc(1, sizeof(*w));

	w->next = all;
	all = w;
	pthread_create(&w->id, NULL, add, w);
}

static void wait_for(struct worker *w)
{
	pthread_join(w->id, NULL);
}

static void finish(void)
{
	struct worker *w = all;

	while (1) {
		if (!w)
			break;
		wait_for(w);
		w = w->next;
	}
}

static void stop(void)
{
	finish();
}

static void leave(void)
{
	stop();
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		start();
	leave();
	return total == 0; // NORACE
}
