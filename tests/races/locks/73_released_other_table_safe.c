/*
 * As 73_released_both_race.c, but only those of the other table are released.
 */
#include <pthread.h>
#include <stdlib.h>

enum { MANY = 4 };

struct mutex {
	pthread_mutex_t m;
};

struct job {
	int paused, depth;
};

static struct mutex *counts[MANY], *names[MANY];
static struct mutex *all[2 * MANY];
static int made;
static struct job first;
static struct job *jobs = &first;
static int counter;

static void make_mutex(struct mutex **out)
{
	struct mutex *m = malloc(sizeof(*m));
	if (!m)
		abort();
	pthread_mutex_init(&m->m, NULL);
	all[made++] = m;
	*out = m;
}

static struct mutex *find_name(int i)
{
	return names[(i + jobs->depth) % MANY];
}

static struct mutex *find_count(int i)
{
	return counts[(i + jobs->depth) % MANY];
}

static struct mutex *found;

static void remember(int i)
{
	found = find_count(i);
}

static void release_name(int i)
{
	pthread_mutex_unlock(&find_name(i)->m);
}

static void release(int i)
{
	remember(i);
	if (jobs->paused)
		release_name(i);
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&counts[0]->m);
	release(0);
	counter++; // NORACE
	pthread_mutex_unlock(&counts[0]->m);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t a, b;
	first.paused = argc > 1;
	for (int i = 0; i < MANY; i++)
		make_mutex(&counts[i]);
	for (int i = 0; i < MANY; i++)
		make_mutex(&names[i]);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	for (int i = 0; i < made; i++)
		free(all[i]);
	(void)argv;
	return counter;
}
