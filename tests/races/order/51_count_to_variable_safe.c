// SPDX-License-Identifier: MIT
/* Waited for until as many are done, or ready, as a variable says. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_ready = PTHREAD_COND_INITIALIZER;
static int started, finished, *results;

static void *work(void *arg)
{
	results[(long)arg] = 7; // NORACE
	pthread_mutex_lock(&lock);
	finished++;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static int all_done(void)
{
	int yes;

	pthread_mutex_lock(&lock);
	yes = finished == started;
	pthread_mutex_unlock(&lock);
	return yes;
}

/* Each sets up what main reads when all are ready. */
struct group {
	int wanted, ready, level;
};

static struct group group;

static void *begin(void *arg)
{
	struct group *g = arg;

	pthread_mutex_lock(&lock);
	g->level++; // NORACE
	g->ready++;
	pthread_cond_signal(&all_ready);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void wait_ready(struct group *g)
{
	pthread_mutex_lock(&lock);
	while (g->wanted > g->ready)
		pthread_cond_wait(&all_ready, &lock);
	pthread_mutex_unlock(&lock);
}

int main(int argc, char **argv)
{
	pthread_t id;
	int sum = 0;

	(void)argv;
	results = calloc((size_t)argc, sizeof(*results));
	if (!results)
		return 1;
	started = argc;
	for (long i = 0; i < argc; i++)
		if (pthread_create(&id, NULL, work, (void *)i))
			abort();
	while (!all_done())
		usleep(10);
	for (int i = 0; i < argc; i++)
		sum += results[i]; // NORACE
	group.wanted = argc;
	for (int i = 0; i < argc; i++)
		if (pthread_create(&id, NULL, begin, &group))
			abort();
	wait_ready(&group);
	return sum + group.level; // NORACE
}
