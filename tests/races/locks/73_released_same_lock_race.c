/* Both variables may have the lock that is made by either call. */
#include <pthread.h>
#include <stdlib.h>

struct mutex {
	pthread_mutex_t m;
};

struct job {
	int paused;
};

static struct mutex *counts, *names;
static struct mutex *all[16];
static int made;
static int counter;
static struct job first;
static struct job *jobs = &first;

/* Who leaves destroys them all. */
static int make_mutex(struct mutex **out)
{
	struct mutex *m = malloc(sizeof(*m));
	if (!m)
		abort();
	pthread_mutex_init(&m->m, NULL);
	all[made++] = m;
	*out = m;
	return 0;
}

static void lock(struct mutex *m)
{
	pthread_mutex_lock(&m->m);
}

static void unlock(struct mutex *m)
{
	pthread_mutex_unlock(&m->m);
}

static void done(void)
{
	if (jobs->paused)
		unlock(names);
}


static void *worker(void *arg)
{
	lock(counts);
	done();
	counter++; // RACE
	unlock(counts);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t a, b;
	first.paused = argc > 1;
	make_mutex(&counts);
	make_mutex(&names);
	if (argc > 1)
		names = counts;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	for (int i = 0; i < made; i++)
		free(all[i]);
	(void)argv;
	return counter;
}
