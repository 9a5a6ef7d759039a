// SPDX-License-Identifier: MIT
/* A lock that is only taken where there are threads: what tells is not written any more when they run. */
#include <pthread.h>
#include <stdlib.h>

enum mode { SINGLE, MULTI };

static struct {
	enum mode mode;
	int level;
} conf;
static int threads;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int counter, cached, entries;

static void bump(void)
{
	if (conf.mode == MULTI)
		pthread_mutex_lock(&m);
	counter++; // NORACE
	if (conf.mode == MULTI)
		pthread_mutex_unlock(&m);
}

static void enter(void)
{
	if (threads)
		pthread_mutex_lock(&n);
}

static void leave(void)
{
	if (threads)
		pthread_mutex_unlock(&n);
}

static int find(int key)
{
	int found = -1;

	enter();
	if (key > 3)
		goto out;
	cached = key; // NORACE
	found = ++entries; // NORACE
out:
	leave();
	return found;
}

static void *run(void *arg)
{
	bump();
	return find(1) > 0 ? arg : NULL;
}

static void *search(void *arg)
{
	return find(2) > 0 ? arg : NULL;
}

int main(int argc, char **argv)
{
	pthread_t id[3];
	int count = 0;

	conf.mode = argc > 1 ? MULTI : SINGLE;
	if (argc > 1)
		threads = atoi(argv[1]) != 0;
	if (conf.mode == MULTI && threads)
		pthread_create(&id[count++], NULL, run, NULL);
	bump();
	if (threads)
		while (count < 3)
			pthread_create(&id[count++], NULL, search, NULL);
	find(3);
	while (count > 0)
		pthread_join(id[--count], NULL);
	return 0;
}
