// SPDX-License-Identifier: MIT
/* As 29_specific_first_use_safe.c, but others find the object through a list and change it there; one
 * object is set for two threads; and what the creator has made is set by who gets it. */
#include <pthread.h>
#include <stdlib.h>

struct globals {
	struct globals *next;
	int visits;
};

static pthread_key_t key, common_key, given_key;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct globals *all, *common;

static struct globals *globals(void)
{
	struct globals *g = pthread_getspecific(key);

	if (!g && (g = calloc(1, sizeof(*g)))) {
		pthread_setspecific(key, g);
		pthread_mutex_lock(&lock);
		g->next = all;
		all = g;
		pthread_mutex_unlock(&lock);
	}
	return g;
}

static struct globals *get_common(void)
{
	struct globals *g = pthread_getspecific(common_key);

	if (!g) {
		pthread_mutex_lock(&lock);
		if (!common)
			common = calloc(1, sizeof(*common));
		g = common;
		pthread_mutex_unlock(&lock);
		pthread_setspecific(common_key, g);
	}
	return g;
}

static int sum(void)
{
	int n = 0;

	pthread_mutex_lock(&lock);
	for (struct globals *g = all; g; g = g->next)
		n += g->visits; // RACE
	pthread_mutex_unlock(&lock);
	return n;
}

static struct globals *given(void)
{
	return pthread_getspecific(given_key);
}

static void *work(void *arg)
{
	pthread_setspecific(given_key, arg);
	globals()->visits++; // RACE
	get_common()->visits++; // RACE
	given()->visits++; // RACE
	return NULL;
}

int main(void)
{
	pthread_t id[2];
	struct globals *g = calloc(1, sizeof(*g));

	if (!g)
		return 1;
	pthread_key_create(&key, NULL);
	pthread_key_create(&common_key, NULL);
	pthread_key_create(&given_key, NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, g);
	sum();
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	return 0;
}
