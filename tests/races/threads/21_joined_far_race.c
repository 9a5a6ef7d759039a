/* SPDX-License-Identifier: MIT */
/* As 21_joined_far_safe.c, but not always: one way does not come to the loop. */
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
	total += w->sum; // RACE
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

static void stop(int fast)
{
	if (fast)
		return;
	finish();
}

static void leave(int fast)
{
	stop(fast);
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < 4; i++)
		start();
	leave(argc > 1);
	return total == 0; // RACE
}
