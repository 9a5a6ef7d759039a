/*
 * As 73_released_other_table_safe.c, in a large recursion, and any of them is released.
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
	return names[(i + rand()) % MANY];
}

static struct mutex *find_count(int i)
{
	return counts[(i + rand()) % MANY];
}

static void release(int i);

#define STEP(this, next)                                                                            \
	static void this(int i)                                                                    \
	{                                                                                          \
		if (i > 0)                                                                         \
			next(i - 1);                                                               \
		else                                                                               \
			release(i);                                                                \
	}

STEP(f19, release)
STEP(f18, f19)
STEP(f17, f18)
STEP(f16, f17)
STEP(f15, f16)
STEP(f14, f15)
STEP(f13, f14)
STEP(f12, f13)
STEP(f11, f12)
STEP(f10, f11)
STEP(f9, f10)
STEP(f8, f9)
STEP(f7, f8)
STEP(f6, f7)
STEP(f5, f6)
STEP(f4, f5)
STEP(f3, f4)
STEP(f2, f3)
STEP(f1, f2)
STEP(f0, f1)

static void again(int i)
{
	if (i < jobs->depth)
		f0(i + 1);
}

static void release_name(int i)
{
	pthread_mutex_unlock(&find_name(i)->m);
}

static void release(int i)
{
	if (jobs->paused)
		release_name(i);
	again(i);
	if (!find_count(i))
		abort();
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
